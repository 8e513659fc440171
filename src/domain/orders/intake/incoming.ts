import type { CaseOrder } from '../../pricing/case/case.js';
import type { SaleFacts } from '../sale-facts.js';

/**
 * How the add-on of a line was found: by the name or ID in the file, by what the office chose for that name, or by a
 * user who chose it for this line.
 */
export type FoundBy = 'file' | 'choice' | 'user';

/** The add-on of a stored line. */
export interface AddOnBefore {
  readonly id: string;
  readonly foundBy: FoundBy;
  /** Whether the line keeps it, because a user chose it or a shop has the order. */
  readonly isKept: boolean;
}

/** An add-on or custom add-on as named in a file or a stored order; money in dollars. */
export interface IncomingLine {
  /** The add-on that an earlier match found or a user chose; null in a file. */
  readonly addOn: AddOnBefore | null;
  readonly name: string;
  readonly ssId: string | null;
  readonly quantity: number;
  /** Dollars per unit (percent for a percent add-on); null uses the catalogue price. */
  readonly price: number | null;
  readonly shopPercent: number | null;
  /** Whether the base price includes it: the line then has a cost, but a price of 0. */
  readonly included: boolean;
  /** Whether the price is the amount sold for the whole quantity, whatever the add-on's type. */
  readonly asSold: boolean;
  readonly materialCost: CostPair | null;
  readonly laborCost: CostPair | null;
}

/** An entered cost of a line in dollars. Standard defaults to the shop cost until it is set. */
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
   * Whether the shed's price differs from the order's and the alert is not accepted, so that a base style with the
   * order's price is a better match.
   */
  readonly isGuess: boolean;
}

/** One incoming order in any format, with names and dollars, not matched to the catalogue yet. */
export interface IncomingOrder {
  readonly index: number;
  readonly serialNumber: string;
  readonly externalId: string | null;
  readonly orderNumber: string | null;
  readonly shop: string | null;
  readonly dealer: string | null;
  /** The dealer a user chose or an earlier match found; null in a file. */
  readonly dealerId: string | null;
  /** The shed that an earlier match found; null in a file. */
  readonly shed: ShedBefore | null;
  readonly salesRep: string | null;
  readonly customer: string | null;
  readonly type: 'Inventory' | 'Customer';
  readonly category: string | null;
  /** The model a user chose or an earlier match found; null in a file. */
  readonly modelId: string | null;
  readonly model: string;
  readonly width: number;
  readonly length: number;
  readonly basePrice: number;
  readonly shopPercent: number | null;
  /** The total in the uploaded order, in dollars. */
  readonly total: number | null;
  readonly adjustment: { readonly shop: number; readonly company: number };
  /** Selling costs in dollars that the office entered on a stored order to replace calculated ones; not in a file. */
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
  /** The colors that the format can contain; a blank one raises an alert. */
  readonly colors: readonly Color[];
  readonly dateOrdered: string;
  /** Whether the row has that date; an order without one is ordered today. */
  readonly isDated: boolean;
  readonly addOns: readonly IncomingLine[];
  readonly customAddOns: readonly IncomingLine[];
  readonly facts: SaleFacts;
  /** The day the sale was canceled; null if it was not. */
  readonly canceledOn: string | null;
  /** Problems that only the file shows, such as totals that do not add up. */
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

/** Reports an alert that matching finds; the difference is that of a price, in cents. */
export type RaiseAlert = (code: AlertCode, text: string, difference?: number) => void;

/** A row that is not a valid order, and the reason. */
export interface Refusal {
  readonly index: number;
  readonly serialNumber: string | null;
  readonly reason: string;
}

/** What reading a file needs besides its content. */
export interface ReadingOptions {
  readonly today: string;
  readonly zone: string;
  /** Whether to read canceled orders too; an upload refuses them. */
  readonly takesCanceled?: boolean;
  /** Whether the rows were stored before, so that their texts are known to be storable. */
  readonly isStored?: boolean;
}
