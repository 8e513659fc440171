import type { OrderStatus } from '../../../domain/kernel/order/status.js';
import type { Input } from '../server/api.js';
import { parseOwnJson } from '../../../domain/kernel/objects.js';

type Update = Input<'PUT /api/orders/update/:id'>;
/** The changed fields of an order. */
export type OrderChange = Omit<Update, 'id' | 'revision' | 'originalOrder'>;

/** A change of an order, stored on this device until the server answers. */
export interface WaitingChange {
  /** The Idempotency-Key of every attempt to send it. */
  readonly id: string;
  /** The user who made it; it is never shown to or sent for another user. */
  readonly user: string;
  readonly order: string;
  readonly serialNumber: string;
  /** The order as the user saw it, including earlier waiting changes. */
  readonly from: OrderStatus;
  /** Why it was on hold before. */
  readonly holdReason?: string;
  /** The revision it is sent against: the one the user saw, or the result of the previous change. */
  readonly revision: number;
  readonly change: OrderChange;
  /** Milliseconds since 1970, strictly increasing. */
  readonly at: number;
}

export type KeptIn = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'shedworks.waiting.';
const formatName = ({ user, id }: Pick<WaitingChange, 'user' | 'id'>): string => `${PREFIX}${user}.${id}`;

/** The changes stored on a device, one entry each, so that two tabs never overwrite each other. */
export class WaitingList {
  constructor(private readonly storage: KeptIn) {}

  /** The changes of one user, oldest first. */
  of(user: string): WaitingChange[] {
    const names = Array.from({ length: this.storage.length }, (_, n) => this.storage.key(n) ?? '');
    return names
      .filter((name) => name.startsWith(`${PREFIX}${user}.`))
      .map((name) => parseOwnJson<WaitingChange | null>(this.storage.getItem(name) ?? 'null')) // written by `add`
      .filter((change): change is WaitingChange => change?.user === user)
      .sort((a, b) => a.at - b.at);
  }

  /** Stores a change after all others of its user; throws if storage is full. */
  add(change: Omit<WaitingChange, 'at'>, now: number): WaitingChange {
    const last = this.of(change.user).at(-1)?.at ?? 0;
    const addedChange = { ...change, at: Math.max(now, last + 1) };
    this.keep(addedChange);
    return addedChange;
  }

  /**
   * Removes an applied change; later changes of the same order then start from its resulting revision, or from a newer
   * one already seen.
   */
  sent(change: WaitingChange, revision: number): void {
    for (const later of this.behind(change)) {
      this.keep({ ...later, revision: Math.max(later.revision, revision) });
    }
    this.storage.removeItem(formatName(change));
  }

  /** Removes a refused change and the changes based on it; returns the latter. */
  refused(change: WaitingChange): WaitingChange[] {
    const dependents = this.behind(change);
    for (const one of [change, ...dependents]) this.storage.removeItem(formatName(one));
    return dependents;
  }

  private behind({ user, order, at }: WaitingChange): WaitingChange[] {
    return this.of(user).filter((one) => one.order === order && one.at > at);
  }

  private keep(change: WaitingChange): void {
    this.storage.setItem(formatName(change), JSON.stringify(change));
  }
}

/** The request for a change: identical for every attempt, as its key requires. */
export const getCall = ({ order, from, revision, change }: WaitingChange): Update => ({
  id: order,
  revision,
  originalOrder: { status: from, revision },
  ...change,
});
