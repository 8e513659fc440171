import type { Output } from '../../../lib/api.js';
import type { Change } from '../use-order-change.js';
import { Choice, Grouped } from './order-choices.js';
import type { Order } from './order-fix.js';

type Line = Order['customAddOns'][number];

interface AddOnChoiceProps {
  readonly order: Order;
  readonly line: Line;
  readonly addOns: Output<'GET /api/lookups'>['addOns'];
  readonly why: string | null;
  readonly onChoose: (change: Change) => void;
}

/** Says which add-on of the catalogue a line of the file is. */
export const AddOnChoice = ({ order, line, addOns, why, onChoose }: AddOnChoiceProps) => (
  <Choice
    label={`Add-on “${line.name}”`}
    value=""
    placeholder="Keep as custom add-on"
    disabledReason={why}
    onChange={(addOn) => onChoose(asAddOn(order, line, addOn))}
  >
    <Grouped items={addOns} />
  </Choice>
);

const kept = ({ lineNo }: { lineNo: number }) => ({ lineNo });

/** The change that makes a custom line an add-on, at the file's quantity and price; the other lines stay. */
export const asAddOn = (order: Pick<Order, 'addOns' | 'customAddOns'>, line: Line, addOn: string): Change => ({
  addOns: [...order.addOns.map(kept), { addOn, quantity: line.quantity, retailPrice: line.retailPrice }],
  customAddOns: order.customAddOns.filter(({ lineNo }) => lineNo !== line.lineNo).map(kept),
});
