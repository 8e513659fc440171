import type { Output } from '../../../../lib/server/api.js';
import type { OrderChange } from '../../../../lib/queue/waiting-list.js';
import type { Order } from '../../order.js';
import { asAddOn } from './as-add-on.js';
import { toAddOnOptions } from '../../add-on-options.js';
import { Choice } from './choice.js';

type Line = Order['customAddOns'][number];

interface AddOnChoiceProps {
  readonly order: Order;
  readonly line: Line;
  readonly addOns: Output<'GET /api/lookups'>['addOns'];
  readonly why: string | null;
  readonly onChoose: (change: OrderChange) => void;
}

/** Chooses the add-on of the catalogue for a line of the file. */
export const AddOnChoice = ({ order, line, addOns, why, onChoose }: AddOnChoiceProps) => (
  <Choice
    label={`Add-on “${line.name}”`}
    value=""
    placeholder="Keep as custom add-on"
    disabledReason={why}
    recent="add-ons"
    options={toAddOnOptions(addOns)}
    onChange={(addOn) => onChoose(asAddOn(order, line, addOn))}
  />
);
