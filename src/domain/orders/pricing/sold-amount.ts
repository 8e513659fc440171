import type { Cents } from '../../kernel/cents.js';
import { asCents, mulDiv, tenThousandths } from '../../pricing/exact.js';
import type { IncomingLine } from '../intake/incoming.js';

/** P0: the amount a line is sold for, price × quantity, rounded from the exact product; 0 without a price. */
export const soldAmount = ({ price, quantity }: Pick<IncomingLine, 'price' | 'quantity'>): Cents =>
  asCents(mulDiv(tenThousandths(price), tenThousandths(quantity), 1e6));
