import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { CaseItem } from '../../../domain/pricing/case/case.js';
import { unitMaterial } from '../../../domain/pricing/material.js';
import { unitPrice } from '../../lib/format.js';
import { useCan } from '../../lib/server/session.js';
import { TextField } from '../ui/form/fields.js';
import { type ItemChoice, useItemOptions } from './items/use-item-options.js';
import { type LineFigure, type LineInput, LinesGrid } from './lines/lines-grid.js';

/** An item line of a component or an add-on, as form values. */
export interface ItemLine {
  readonly item: string;
  readonly description: string;
  readonly quantity: number | null;
  readonly replaceItem?: boolean;
  readonly replacementItem?: string;
}

interface ItemLinesProps<L extends ItemLine> {
  /** The form field: a list of lines. */
  readonly name: string;
  /** The initial values of an added line. */
  readonly blank: L;
  readonly readOnly: boolean;
  /** The shop whose costs are shown; without it, those of the user's shop, or the standard ones. */
  readonly shop?: string | undefined;
  /** Additional inputs of a line. */
  readonly inputs?: readonly LineInput[];
  /** Formats the cost of all lines. */
  readonly total: (items: readonly CaseItem[]) => string;
}

/**
 * A grid of the items of a product: item, description, quantity, unit, costs and the running total. The costs are shown
 * to users who may see prices.
 */
export function ItemLinesField<L extends ItemLine>({ name, blank, shop, inputs = [], ...field }: ItemLinesProps<L>) {
  const { readOnly, total } = field;
  const { setValue } = useFormContext();
  const { isAllowed } = useCan('prices.view');
  const { items, options } = useItemOptions(shop);
  const toCase = (line: ItemLine) => asCase(line, items);
  const unit: LineFigure<L> = { header: 'Unit', body: ({ item }) => items.get(item)?.type ?? '' };
  const costs: readonly LineFigure<L>[] = [
    { header: 'Unit cost', align: 'right', body: ({ item }) => unitPrice(items.get(item)?.total) },
    { header: 'Line cost', align: 'right', body: (line) => lineCost(toCase(line)) },
  ];
  return (
    <LinesGrid<L>
      name={name}
      title="Items"
      what="Item"
      of="item"
      recent="items"
      options={options}
      blank={blank}
      readOnly={readOnly}
      inputs={[descriptionInput(readOnly), ...inputs]}
      figures={isAllowed ? [unit, ...costs] : [unit]}
      {...(isAllowed ? { total: { label: 'Total', body: (lines) => total(lines.map(toCase)) } } : {})}
      onChosen={(path) => {
        setValue(`${path}.description`, '', { shouldDirty: true });
        setValue(`${path}.quantity`, 1, { shouldDirty: true });
      }}
    />
  );
}

const descriptionInput = (readOnly: boolean): LineInput => ({
  header: 'Description',
  body: (path, at): ReactNode => (
    <TextField
      name={`${path}.description`}
      label={`Description ${at + 1}`}
      readOnly={readOnly}
      className="field-bare"
    />
  ),
});

/** A line as input for the pricing functions; unset and unknown values count as 0. */
const asCase = (line: ItemLine, items: ReadonlyMap<string, ItemChoice>): CaseItem => ({
  standardTotal: items.get(line.item)?.total ?? 0,
  quantity: line.quantity || 0, // also for invalid input
  replaceItem: line.replaceItem ?? false,
  replacementItem: line.replacementItem ? { standardTotal: items.get(line.replacementItem)?.total ?? 0 } : null,
});

const lineCost = (line: CaseItem): string => formatMaterial([line]);

/** The cost of all items less that of the items they replace, in dollars with up to four decimals (P3). */
export const formatMaterial = (items: readonly CaseItem[]): string =>
  unitPrice(unitMaterial({ nonInventory: false, items }, 'standard') / 1e4);
