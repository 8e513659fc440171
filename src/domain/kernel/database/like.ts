/** A `like` pattern that finds a text anywhere, with its `%` and `_` matched literally. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
