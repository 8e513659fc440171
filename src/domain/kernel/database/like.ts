/** A `like` pattern that finds a text anywhere, matching its `%` and `_` literally. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
