import type { z } from 'zod';
import type { PriceEffect } from '../../../domain/catalogue/prices/effect.js';
import { NO_VALUE } from '../../../domain/kernel/cents.js';
import { describeLeftOut, findMostLeftOut } from '../../../domain/pricing/unknown-cost.js';
import { type Cell, dollars, type OutputOptions, percents, print, printNote, toRows } from '../../output.js';

export const dollarsOr = (sum: number | null, none: string): Cell => (sum === null ? none : dollars(sum));
export const fractionOr = (share: number | null, none: string): Cell => (share === null ? none : percents(share));

/** Prints gross profit by shop, before and after. */
export function printEffect(options: OutputOptions, effect: z.input<typeof PriceEffect>): undefined {
  print(
    options,
    effect,
    toRows(
      {
        shop: ({ shop }) => shop.name,
        what: ({ what }) => ({ NB: 'sheds, new build', INV: 'sheds, off lot', addOns: 'add-ons, one of each' })[what],
        count: ({ count }) => count,
        'left out': ({ leftOut }) => leftOut,
        'GP before': ({ before }) => dollarsOr(before.grossProfit, NO_VALUE),
        '% before': ({ before }) => fractionOr(before.percent, NO_VALUE),
        'GP after': ({ after }) => dollarsOr(after.grossProfit, NO_VALUE),
        '% after': ({ after }) => fractionOr(after.percent, NO_VALUE),
      },
      effect.shops,
    ),
  );
  const leftOut = findMostLeftOut(effect.shops);
  if (leftOut > 0) printNote(`${describeLeftOut(leftOut, 'shed')}.`);
  printNote(`Affects ${effect.sheds} sheds, ${effect.addOns} add-ons and ${effect.openOrders} open orders.`);
  return undefined;
}
