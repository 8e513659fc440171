/** The word for so many of something: `order` of one, else `orders`, `categories`; `many` where it is formed otherwise. */
export const plural = (n: number, one: string, many = manyOf(one)): string => (n === 1 ? one : many);

const manyOf = (one: string): string => (/[^aeiou]y$/.test(one) ? one.replace(/y$/, 'ies') : `${one}s`);
