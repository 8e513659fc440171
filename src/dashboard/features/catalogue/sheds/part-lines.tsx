import { asCents, dollarsToCents, mulDiv, tenThousandths } from '../../../../domain/pricing/exact.js';
import { sum, toDollars } from '../../../../domain/kernel/cents.js';
import { LinesGrid } from '../../../components/shared/lines/lines-grid.js';
import { money } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { formatPrice, type LineValues, type useParts } from './parts.js';

const blank: LineValues = { of: '', quantity: 1 };

type Parts = ReturnType<typeof useParts>;

interface PartProps {
  readonly parts: Parts;
  readonly readOnly: boolean;
}

/** The components of a shed, with what each line and the whole box cost at standard values. */
export function ComponentLines({ parts: { components, costs }, readOnly }: PartProps) {
  const { isAllowed } = useCan('prices.view');
  const getCost = ({ of, quantity }: LineValues) =>
    asCents(mulDiv(dollarsToCents(costs.get(of)), tenThousandths(quantity || 0), 1e4)); // P3; 0 while it is not a number
  return (
    <LinesGrid<LineValues>
      name="components"
      title="Components"
      what="Component"
      of="of"
      recent="components"
      options={components}
      blank={blank}
      readOnly={readOnly}
      {...(isAllowed
        ? {
            figures: [
              { header: 'Unit cost', align: 'right', body: ({ of }: LineValues) => money(costs.get(of)) },
              { header: 'Line cost', align: 'right', body: (line: LineValues) => money(toDollars(getCost(line))) },
            ],
            total: {
              label: 'Box material',
              body: (lines: readonly LineValues[]) => money(toDollars(sum(lines.map(getCost)))),
            },
          }
        : {})}
    />
  );
}

interface AddOnProps {
  readonly parts: Pick<Parts, 'addOns' | 'addOnsById'>;
  /** `Standard add-on`. */
  readonly what: string;
  readonly readOnly: boolean;
}

/** The standard add-ons of a shed or a model, with unit and retail price. */
export function AddOnLines({ parts: { addOns, addOnsById }, what, readOnly }: AddOnProps) {
  const { isAllowed } = useCan('prices.view');
  const getPrice = ({ of }: LineValues) => {
    const addOn = addOnsById.get(of);
    return addOn ? formatPrice(addOn) : '';
  };
  return (
    <LinesGrid<LineValues>
      name="standardAddOns"
      title={`${what}s`}
      what={what}
      of="of"
      recent="add-ons"
      options={addOns}
      blank={blank}
      readOnly={readOnly}
      figures={[
        { header: 'Unit', body: ({ of }) => addOnsById.get(of)?.type ?? '' },
        ...(isAllowed ? [{ header: 'Retail price', align: 'right', body: getPrice } as const] : []),
      ]}
    />
  );
}
