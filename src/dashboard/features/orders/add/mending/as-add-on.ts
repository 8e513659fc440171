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

const keepLine = ({ lineNo }: { lineNo: number }) => ({ lineNo });

/**
 * The change that turns a custom line into an add-on, with the file's quantity and price; other lines are unchanged.
 */
export const asAddOn = (order: Lines, line: CustomLine, addOn: string): OrderChange => ({
  addOns: [
    ...order.addOns.map(keepLine),
    { ...keepLine(line), addOn, quantity: line.quantity, retailPrice: line.retailPrice },
  ],
  customAddOns: order.customAddOns.filter(({ lineNo }) => lineNo !== line.lineNo).map(keepLine),
});
