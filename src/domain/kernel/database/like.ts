/** A text as a pattern of `like` that finds it anywhere, its own `%` and `_` taken as they are. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
