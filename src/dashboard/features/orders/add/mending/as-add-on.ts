import type { OrderChange } from '../../../../lib/queue/waiting-list.js';

interface CustomLine {
  readonly lineNo: number;
  readonly quantity: number;
  readonly retailPrice: number;
}

interface Lines {
  readonly addOns: readonly { readonly lineNo: number }[];
  readonly customAddOns: readonly CustomLine[];
}

const kept = ({ lineNo }: { lineNo: number }) => ({ lineNo });

/** The change that makes a custom line an add-on, at the file's quantity and price; the other lines stay. */
export const asAddOn = (order: Lines, line: CustomLine, addOn: string): OrderChange => ({
  addOns: [...order.addOns.map(kept), { addOn, quantity: line.quantity, retailPrice: line.retailPrice }],
  customAddOns: order.customAddOns.filter(({ lineNo }) => lineNo !== line.lineNo).map(kept),
});
