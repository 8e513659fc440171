import { useLocation } from 'wouter';
import { MAX_CENTS, toDollars } from '../../../../domain/kernel/cents.js';
import { ActionButton } from '../../../components/ui/button.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import type { Output } from '../../../lib/server/api.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { count } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import { previewPath } from '../../../components/shared/imports/import-path.js';
import type { CompanyResultRow } from './result-columns.js';
import { plural } from '../../../../domain/kernel/text/plural.js';

interface ApplyProps {
  readonly setup: Output<'GET /api/calculator/company/:shop/:model'>;
  readonly rows: readonly CompanyResultRow[];
  /** The selected sizes; none means all. */
  readonly selected: ReadonlySet<string>;
}

const reasons = {
  'not-attainable': 'Not attainable',
  'no-target': 'Enter a desired gross profit first.',
  'cost-unknown': 'The cost of this shed is unknown.',
} as const;

/** Why a size's suggested price cannot become its retail price; null if it can. */
export function explainNotApplied({ shed, suggestion: { price, why } }: CompanyResultRow): string | null {
  if (why !== null) return reasons[why];
  if (price < 0 || price >= MAX_CENTS) return 'This is not a valid price.';
  return price === shed.retailPrice ? 'This is already the retail price.' : null;
}

/** Imports suggested prices as retail prices: previewed there, applied, and undone later if necessary. */
export function ApplyPrices({ setup, rows, selected }: ApplyProps) {
  const [, go] = useLocation();
  const toast = useToast();
  const { send, pending } = useSend('POST /api/imports/:kind');
  const possible = rows.filter((row) => explainNotApplied(row) === null);
  const prices = selected.size > 0 ? possible.filter(({ _id }) => selected.has(_id)) : possible;
  const stage = async () => {
    const { shop, model, category } = setup;
    try {
      const upload = await send({
        kind: 'retail-prices',
        category: category._id,
        model: model._id,
        fileName: `Price calculator: ${model.name}, ${shop.name}`,
        rows: prices.map((row) => toRow(model.name, row)),
      });
      go(previewPath('company', upload));
    } catch (error) {
      toast.error(describeFailure('Shed', error));
    }
  };
  return (
    <ActionButton
      permission="prices.change"
      kind="primary"
      icon="adjust"
      pending={pending}
      disabledReason={prices.length === 0 ? 'No new suggested prices to apply.' : null}
      onClick={() => void stage()}
    >
      {`Change ${count(prices.length)} retail ${plural(prices.length, 'price')}`}
    </ActionButton>
  );
}

const toRow = (model: string, { shed, suggestion }: CompanyResultRow) => ({
  Model: model,
  Base_Style: shed.baseStyle.name,
  Width: shed.width,
  Length: shed.length,
  Price: toDollars(suggestion.price ?? 0),
});
