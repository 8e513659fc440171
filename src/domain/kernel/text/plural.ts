/** The word for a count: `order` for one, otherwise `orders`, `categories`. Pass `many` for irregular plurals. */
export const plural = (n: number, one: string, many = formatMany(one)): string => (n === 1 ? one : many);

const formatMany = (one: string): string => (/[^aeiou]y$/.test(one) ? one.replace(/y$/, 'ies') : `${one}s`);
