import { WhenNear } from '../../../../components/ui/when-near.js';
import { BuildingFields } from './building-fields.js';
import { useOrder } from '../order-context.js';
import { ColorFields, FillableFields, OrderFacts } from './order-fields.js';
import { OfficeChoices } from './office-choices.js';

interface CardsProps {
  /** The ID of the notice that explains what is locked. */
  readonly described: string | undefined;
}

/** Two cards of two columns each: what was ordered, and what is built. */
export function FactCards({ described }: CardsProps) {
  const isOffice = useOrder().locks.side === 'office';
  return (
    <>
      <div className="form-group" role="group" aria-labelledby="order-order" aria-describedby={described}>
        <h2 id="order-order">Order</h2>
        {isOffice && <OfficeChoices />}
        {isOffice && <FillableFields />}
        <OrderFacts />
      </div>
      <WhenNear lines={8}>
        {() => (
          <div className="form-group" role="group" aria-labelledby="order-building" aria-describedby={described}>
            <h2 id="order-building">Building</h2>
            <ColorFields />
            <BuildingFields />
          </div>
        )}
      </WhenNear>
    </>
  );
}
