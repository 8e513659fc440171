/** Labels of the width groups of a shop's percents. */
export const SMALL = '8, 10 and 12 wide';
export const LARGE = '14 and 16 wide';

interface Place {
  readonly shop?: { readonly name: string };
  readonly model: { readonly name: string };
  readonly category: { readonly name: string };
}

/**
 * Whose percents of retail a calculator starts with (P1): on the company's side, a shop's standard percents are loaded
 * first.
 */
export const whosePercents = (side: 'company' | 'shop', { shop, model, category }: Place): string =>
  side === 'company'
    ? `Percents for ${model.name}, ${category.name}: the standard percents of ${shop?.name ?? 'the shop'}, otherwise its own, otherwise 65%. Commissions and overheads are the company's.`
    : `Percents for ${model.name}, ${category.name}: your shop's own, otherwise its standard percents, otherwise 65%.`;
