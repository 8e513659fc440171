/** The options of a required column that identifies the record of a row. */
export const identifying = { required: true, key: true } as const;
