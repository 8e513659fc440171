/** The paper sizes that a company can print on. */
export const paperSizes = ['Letter', 'A4'] as const;
export type PaperSize = (typeof paperSizes)[number];
