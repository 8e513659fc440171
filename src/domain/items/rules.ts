import { tenThousandths } from '../pricing/exact.js';

/** P3: what one unit of an item costs, sub-total + freight; dollars, four decimals. */
export const itemTotal = (subTotal: number | null, freight: number | null): number =>
  (tenThousandths(subTotal) + tenThousandths(freight)) / 1e4;

const COUNTED = /^(pieces?|pcs?|each|ea|units?|sheets?|box|boxes|bags?)\.?$/i;

/** P11: whether an item is bought in whole ones, a piece, sheet, box or bag, and not measured in feet or gallons. */
export const isCounted = (type: string): boolean => COUNTED.test(type.trim());

/** How far an item's stock has fallen: `critical` before `warning`; null while there is enough, or nothing to compare with. */
export type StockLevel = 'critical' | 'warning' | null;

interface Stock {
  readonly quantityInCurrent: number | null;
  readonly orderPointCritical: number | null;
  readonly orderPointWarning: number | null;
}

/** Low means strictly below an order point; the critical one counts first. */
export function stockLevel({ quantityInCurrent, orderPointCritical, orderPointWarning }: Stock): StockLevel {
  if (quantityInCurrent === null) return null;
  if (orderPointCritical !== null && quantityInCurrent < orderPointCritical) return 'critical';
  return orderPointWarning !== null && quantityInCurrent < orderPointWarning ? 'warning' : null;
}

/** The metals whose price per linear foot is set for all at once: on the wire, as people say them, in the database, and what items are called. */
export const metals = [
  { name: 'metalPanel', label: 'Metal Panel', column: 'metal_panel', items: ['metalpanel'] },
  { name: 'woodRake', label: 'Wood Rake', column: 'wood_rake', items: ['woodrake'] },
  { name: 'metalRake', label: 'Metal Rake', column: 'metal_rake', items: ['metalrake'] },
  { name: 'ridgeCap', label: 'Ridge Cap', column: 'ridge_cap', items: ['ridgecap'] },
  { name: 'jChan', label: 'J Chan', column: 'j_chan', items: ['jchan', 'jchannel'] },
  { name: 'angleTwoByTwo', label: 'Angle 2x2', column: 'angle_two_by_two', items: ['angle2x2'] },
  { name: 'oaThreeByThree', label: 'OA 3x3', column: 'oa_three_by_three', items: ['oa3x3'] },
  { name: 'cornerThreeByThree', label: 'Corner 3x3', column: 'corner_three_by_three', items: ['corner3x3'] },
  { name: 'dripEdge', label: 'Drip Edge', column: 'drip_edge', items: ['dripedge'] },
  { name: 'doorTrim', label: 'Door Trim', column: 'door_trim', items: ['doortrim'] },
] as const;

export type Metal = (typeof metals)[number];
export type MetalName = Metal['name'];

/** The category whose items have metal prices. */
export const isMetal = (category: string): boolean => category.trim().toLowerCase() === 'metal';

/** Which metal an item of the category Metal is, by its name: case, spaces and marks do not count, `Two By Two` is `2x2`. */
export function metalOf(item: string): Metal | null {
  const plain = item
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(two|2)(by|x)(two|2)/, '2x2')
    .replace(/(three|3)(by|x)(three|3)/, '3x3');
  return metals.find(({ items }) => (items as readonly string[]).includes(plain)) ?? null;
}
