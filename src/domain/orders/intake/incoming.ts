import type { CaseOrder } from '../../pricing/case/case.js';
import type { SaleFacts } from '../sale-facts.js';

/** An add-on or custom add-on as named in a file or a stored order; money in dollars. */
export interface IncomingLine {
  /** The add-on a user chose; null for a line that only a file names. */
  readonly addOnId: string | null;
  readonly name: string;
  readonly ssId: string | null;
  readonly quantity: number;
  /** Dollars per unit (percent for a percent add-on); null uses the catalogue price. */
  readonly price: number | null;
  readonly shopPercent: number | null;
  /** Included in the base price: the line has a cost, but price 0. */
  readonly included: boolean;
  /** The price is the amount sold for the whole quantity, whatever the add-on's type. */
  readonly asSold: boolean;
  readonly materialCost: CostPair | null;
  readonly laborCost: CostPair | null;
}

/** A typed-in cost of a line in dollars; standard defaults to the shop cost until it is set. */
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
  /**
   * The shed's price differs from the order's and the alert is not accepted, so a base style with the order's price is
   * a better match.
   */
  readonly isGuess: boolean;
}

/** One order as it arrives, in any format: names and dollars, not yet matched. */
export interface IncomingOrder {
  readonly index: number;
  readonly serialNumber: string;
  readonly externalId: string | null;
  readonly orderNumber: string | null;
  readonly shop: string | null;
  readonly dealer: string | null;
  /** The dealer a user chose or that was matched before; null in a file. */
  readonly dealerId: string | null;
  /** The shed found by an earlier match; null in a file. */
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
  /** The total in the uploaded order, in dollars. */
  readonly total: number | null;
  readonly adjustment: { readonly shop: number; readonly company: number };
  /**
   * Costs of selling that the office entered on a stored order to replace calculated ones, in dollars; absent in a
   * file.
   */
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
  /** The colors the format can contain; a blank one raises an alert. */
  readonly colors: readonly Color[];
  readonly dateOrdered: string;
  readonly addOns: readonly IncomingLine[];
  readonly customAddOns: readonly IncomingLine[];
  readonly facts: SaleFacts;
  /** The day the sale was canceled; null while it stands. */
  readonly canceledOn: string | null;
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
  | 'canceled'
  | 'haul-base'
  | 'shed-labor'
  | 'shop-percent'
  | 'word';

/** A row that cannot be an order, and the reason. */
export interface Refusal {
  readonly index: number;
  readonly serialNumber: string | null;
  readonly reason: string;
}

/** What reading a file needs besides its content. */
export interface ReadingOptions {
  readonly today: string;
  readonly zone: string;
  /** Whether canceled orders are read, too; an upload refuses them. */
  readonly takesCanceled?: boolean;
  /** Whether the rows were stored before, so that their texts can be. */
  readonly isStored?: boolean;
}
