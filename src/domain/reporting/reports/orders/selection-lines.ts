import type { ActorCtx } from '../../../kernel/context.js';
import { Id } from '../../../kernel/records/fields.js';
import { formatRecordNames } from '../period.js';
import type { ReportLine } from '../report.js';
import type { OrdersReportFilter } from './orders-schema.js';

type Selection = Pick<OrdersReportFilter, 'item' | 'model' | 'width' | 'length' | 'cost'>;

/** Describes what selects the orders behind one figure: an item, a shed, a known or unknown cost. */
export async function readSelectionLines(ctx: ActorCtx, selection: Selection): Promise<readonly ReportLine[]> {
  const { item, model, width, length, cost } = selection;
  const isStored = Id.safeParse(model).success;
  return [
    { label: 'Item', value: item ? await formatRecordNames(ctx, 'items', [item]) : '' },
    { label: 'Model', value: model && isStored ? await formatRecordNames(ctx, 'shed_models', [model]) : (model ?? '') },
    { label: 'Size', value: [width, length].filter((feet) => feet !== null && feet !== undefined).join(' × ') },
    { label: 'Cost', value: cost ?? '' },
  ].filter(({ value }) => value !== '');
}
