import { z } from 'zod';
import { computeEffect, PriceEffect } from '../catalogue/prices/effect.js';
import { readInput, service } from '../kernel/service.js';
import { storeRetailPrices, RetailPrices, setRetailPrices } from '../catalogue/sheds/retail-prices.js';
import { Rows } from './reading/input.js';
import { atOnce, AtOnceAnswer, AtOnceInput } from './at-once.js';

const ById = z.object({ sheds: RetailPrices });
const Input = AtOnceInput.extend({
  /** `{ _id, retailPrice }` of sheds, or the rows of a spreadsheet. */
  sheds: Rows.optional(),
});
type PricesInput = z.output<typeof Input>;

/** The sheds given by ID; undefined if the input is the rows of a spreadsheet. */
const byId = ({ sheds }: PricesInput): z.output<typeof RetailPrices> | undefined =>
  sheds && (sheds.length === 0 || sheds.some((shed) => '_id' in shed)) ? readInput(ById, { sheds }).sheds : undefined;

const asRows = ({ sheds, ...input }: PricesInput) => ({ ...input, rows: input.rows ?? sheds });
const spreadsheet = atOnce('retail-prices');
const effectById = computeEffect(storeRetailPrices);
const use = { permission: 'prices.change', input: Input } as const;
const UpdateCounts = z.object({ updated: z.int(), unchanged: z.int() });

export const updateRetailPrices = service({
  ...use,
  summary: "Set retail prices by shed ID, or import all valid rows of the sales system's spreadsheet at once",
  effect: 'write',
  output: UpdateCounts.extend({ msg: z.string(), ...AtOnceAnswer.omit({ msg: true }).partial().shape }),
  run: async (ctx, input) => {
    const sheds = byId(input);
    if (sheds) return setRetailPrices(ctx, sheds);
    const result = await spreadsheet.apply(ctx, asRows(input));
    return { ...result, updated: result.counts.changed, unchanged: result.counts.unchanged };
  },
});

export const previewRetailPrices = service({
  ...use,
  summary: 'Preview the effect of setting retail prices on prices and gross profit, or row by row for a spreadsheet',
  effect: 'read',
  output: z.union([AtOnceAnswer, PriceEffect]),
  run: async (ctx, input) => {
    if (!byId(input)) return spreadsheet.preview(ctx, asRows(input));
    return readInput(PriceEffect, await effectById(ctx, { sheds: input.sheds }));
  },
});
