import { InlineFigure } from '../../../components/shared/inline-figure.js';
import { money } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import { useCan } from '../../../lib/server/session.js';

/** A shed of a price table. */
interface PricedShed {
  readonly _id: string;
  readonly model: { readonly name: string };
  readonly width: number;
  readonly length: number;
  readonly retailPrice: number;
}

/** The retail price, changed in place by users who may change prices; prices of a past day are read-only. */
export function useRetailEdit(isPast: boolean) {
  const { isAllowed } = useCan('prices.change', { write: true });
  const { send } = useSend('PUT /api/shed/update/retailprices');
  return ({ _id, model: { name }, width, length, retailPrice }: PricedShed) => (
    <InlineFigure
      label={`Retail price of ${name} ${width} × ${length}`}
      area="Shed"
      value={retailPrice}
      format={money}
      input={{ decimals: 2, step: 1, prefix: '$' }}
      editable={isAllowed && !isPast}
      store={async (to, from) => {
        await send({ sheds: [{ _id, retailPrice: to, was: from }] });
        return undefined;
      }}
    />
  );
}
