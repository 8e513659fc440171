import { z } from 'zod';
import { audience } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { cellViews, explainCell } from '../../pricing/explain/cell.js';
import { service } from '../../kernel/service.js';
import { pricedFor } from './explain.js';
import { findPriced } from './explain-query.js';
import { OrderById } from '../schema.js';

const ExplainFigure = OrderById.extend({
  /** `totalCost`, `addOns[2].profit`: a row of the order's tables, or a figure of a line (counted from 0). */
  row: z.string().max(80).default('grandTotal'),
  column: z.enum(cellViews).default('shop'),
});

const FigureExplanation = z.object({
  title: z.string(),
  rule: z.enum(['P2', 'P3', 'P4', 'P5']),
  formula: z.string(),
  inputs: z.array(z.object({ label: z.string(), value: z.string() })),
  result: z.string(),
});

export const explainOrder = service({
  summary: "Explain a figure of an order with its rule, formula and inputs; the shop's grand total by default",
  permission: 'orders.history',
  effect: 'read',
  input: ExplainFigure,
  output: { office: FigureExplanation, shop: FigureExplanation },
  run: async (ctx, { id, row, column }) => {
    const order = await findPriced(ctx, id);
    if (!order) throw notFound('Order');
    const explanation = explainCell(row, column, pricedFor(audience(ctx.actor), order));
    if (!explanation) throw notFound('Figure');
    return explanation;
  },
});
