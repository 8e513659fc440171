/** The production sources of `src`, as paths relative to the root. */
export function sources(): string[];
/** The texts of one source, in its order. */
export function readTexts(file: string, source?: string): string[];
/** The content of `docs/texts.md`, as the sources have it now. */
export function textsDocument(): string;
