import { choiceKey, nameKey } from '../names.js';
import type { StoredAlert } from '../insert-rows.js';
import type { StoredOrder } from '../../pricing/locked-orders.js';

/** Kinds of alerts that choosing a catalogue record resolves. */
export const chosenKinds = ['shop', 'shop-missing', 'dealer', 'model', 'add-on'] as const;
export type ChosenKind = (typeof chosenKinds)[number];
/** Kinds whose choice can be remembered. A missing shop has no name to remember it by. */
export type NamedKind = Exclude<ChosenKind, 'shop-missing'>;

/** What alerts of several orders have in common: their kind, the name in the file, and where the name is used. */
export interface Cause {
  readonly kind: string;
  /** The normalized name; empty for a kind without one. */
  readonly words: string;
  /** A shop's ID for a dealer, a normalized category for a model, the part for a color; otherwise empty. */
  readonly within: string;
}

/** The fields of an order that identify a cause. */
export type CausingOrder = Pick<StoredOrder, 'shopId' | 'shopName' | 'dealerName' | 'modelName' | 'categoryName'> & {
  readonly alerts: readonly StoredAlert[];
};

/** An alert with its cause and the name as written in the file. */
export interface CausedAlert extends Cause {
  readonly name: string | null;
  readonly alert: StoredAlert;
}

const isShopKind = (kind: string): boolean => kind === 'shop' || kind === 'shop-missing';

/** The key of a cause, and of a choice for it. */
export const toKey = ({ kind, words, within }: Cause): string => choiceKey(kind, words, within);

/**
 * The alerts that hold an order back, each with its cause: all open ones, and the one about its shop even if it is
 * accepted, because an order without a shop cannot be pushed.
 */
export const listHolding = (order: CausingOrder): CausedAlert[] =>
  order.alerts
    .filter((alert) => !alert.accepted || (order.shopId === null && isShopKind(alert.code)))
    .map((alert) => withCause(order, alert));

/** An alert of an order with its cause. */
export function withCause(order: CausingOrder, alert: StoredAlert): CausedAlert {
  const name = findName(order, alert);
  return { kind: alert.code, words: nameKey(name ?? ''), within: findPlace(order, alert), name, alert };
}

function findName(order: CausingOrder, { code, text }: StoredAlert): string | null {
  if (code === 'model') return order.modelName;
  if (code === 'size') return /^No (.+) in the catalogue$/.exec(text)?.[1] ?? null;
  if (code === 'shop-percent') return /^No (.+) percent for this shop$/.exec(text)?.[1] ?? null;
  return /"(.*)"/s.exec(text)?.[1] ?? null;
}

function findPlace(order: CausingOrder, { code, text }: StoredAlert): string {
  if (code === 'dealer') return order.shopId ?? '';
  if (code === 'model') return nameKey(order.categoryName ?? '');
  return code === 'color' || code === 'color-missing' ? (text.split(' ', 1)[0] ?? '') : '';
}
