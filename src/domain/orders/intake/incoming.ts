import type { CaseOrder } from '../../pricing/case/case.js';

/** An add-on or custom add-on as a file or a stored order names it; money in dollars. */
export interface IncomingLine {
  /** The add-on a user chose; null for a line that only a file names. */
  readonly addOnId: string | null;
  readonly name: string;
  readonly ssId: string | null;
  readonly quantity: number;
  /** Dollars per unit (percent for a percent add-on); null = the catalogue's. */
  readonly price: number | null;
  readonly shopPercent: number | null;
  /** In the base price already: the line has cost but price 0. */
  readonly included: boolean;
  /** The price is an amount as sold for the quantity, whatever the add-on's type. */
  readonly asSold: boolean;
  readonly materialCost: CostPair | null;
  readonly laborCost: CostPair | null;
}

/** A typed-in cost of a line in dollars; standard follows shop until it is set. */
export interface CostPair {
  readonly shop: number | null;
  readonly standard: number | null;
}

export interface Paint {
  readonly color: string | null;
  readonly quantity: number | null;
}

export type Color = 'Roof' | 'Siding' | 'Trim';

export interface ShedBefore {
  readonly id: string;
  /** Its price is not the order's and nobody accepted that: a base style with the order's price is the better one. */
  readonly isGuess: boolean;
}

/** One order as it arrives, whatever its format: names and dollars, nothing matched yet. */
export interface IncomingOrder {
  readonly index: number;
  readonly serialNumber: string;
  readonly externalId: string | null;
  readonly orderNumber: string | null;
  readonly shop: string | null;
  readonly dealer: string | null;
  /** The dealer a user chose or that was matched before; null in a file. */
  readonly dealerId: string | null;
  /** The shed it was matched to before; null in a file. */
  readonly shed: ShedBefore | null;
  readonly salesRep: string | null;
  readonly customer: string | null;
  readonly type: 'Inventory' | 'Customer';
  readonly category: string | null;
  readonly model: string;
  readonly width: number;
  readonly length: number;
  readonly basePrice: number;
  readonly shopPercent: number | null;
  /** The total that came with the order, in dollars. */
  readonly total: number | null;
  readonly adjustment: { readonly shop: number; readonly company: number };
  /** Costs of selling that the office typed on a stored order in place of calculated ones, in dollars; absent in a file. */
  readonly typedCosts?: CaseOrder['typedCosts'];
  readonly adjustmentNote: string | null;
  readonly sidingType: string | null;
  readonly sidingColor: string | null;
  readonly sidingPaint: Paint | null;
  readonly roofType: string | null;
  readonly roofColor: string | null;
  readonly trimColor: string | null;
  readonly trimPaint: Paint | null;
  readonly condition: string | null;
  /** The colors the format can carry: a blank one of these is worth an alert. */
  readonly colors: readonly Color[];
  readonly dateOrdered: string;
  readonly addOns: readonly IncomingLine[];
  readonly customAddOns: readonly IncomingLine[];
  /** What only the file shows, such as totals that do not add up. */
  readonly fileAlerts: readonly FileAlert[];
  readonly source: unknown;
}

export interface FileAlert {
  readonly code: AlertCode;
  readonly text: string;
}

export type AlertCode =
  | 'shop'
  | 'shop-missing'
  | 'dealer'
  | 'model'
  | 'size'
  | 'base-price'
  | 'add-on'
  | 'add-on-price'
  | 'color'
  | 'color-missing'
  | 'customer-missing'
  | 'roof-type'
  | 'roof-type-missing'
  | 'siding-type'
  | 'siding-type-missing'
  | 'total'
  | 'tax'
  | 'serial-size'
  | 'duplicate'
  | 'haul-base'
  | 'shed-labor'
  | 'shop-percent'
  | 'word';

/** A row that cannot be an order, and why. */
export interface Refusal {
  readonly index: number;
  readonly serialNumber: string | null;
  readonly reason: string;
}

/** What reading a file needs to know besides the file. */
export interface ReadingOptions {
  readonly today: string;
  readonly zone: string;
}
