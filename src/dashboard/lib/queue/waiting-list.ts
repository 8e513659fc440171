import type { OrderStatus } from '../../../domain/kernel/order/status.js';
import type { Input } from '../server/api.js';

type Update = Input<'PUT /api/orders/update/:id'>;
/** What is changed of an order. */
export type OrderChange = Omit<Update, 'id' | 'revision' | 'originalOrder'>;

/** A change of an order that this device keeps until the server has answered it. */
export interface WaitingChange {
  /** The Idempotency-Key of every attempt to send it. */
  readonly id: string;
  /** Whose it is: nobody else sees or sends it. */
  readonly user: string;
  readonly order: string;
  readonly serialNumber: string;
  /** The order as the person saw it, earlier waiting changes included. */
  readonly from: OrderStatus;
  /** The revision it is sent against: the one seen, or the one the change before it left. */
  readonly revision: number;
  readonly change: OrderChange;
  /** Milliseconds since 1970; each later than the one before. */
  readonly at: number;
}

export type KeptIn = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'shedworks.waiting.';
const nameOf = ({ user, id }: Pick<WaitingChange, 'user' | 'id'>): string => `${PREFIX}${user}.${id}`;

/** The changes kept on a device, one entry each, so that two tabs never write over each other. */
export class WaitingList {
  constructor(private readonly kept: KeptIn) {}

  /** Those of one user, oldest first. */
  of(user: string): WaitingChange[] {
    const names = Array.from({ length: this.kept.length }, (_, n) => this.kept.key(n) ?? '');
    return names
      .filter((name) => name.startsWith(`${PREFIX}${user}.`))
      .map((name) => JSON.parse(this.kept.getItem(name) ?? 'null') as WaitingChange | null) // written by `add`
      .filter((change): change is WaitingChange => change?.user === user)
      .sort((a, b) => a.at - b.at);
  }

  /** Keeps a change behind all others of its user; throws when the device has no room. */
  add(change: Omit<WaitingChange, 'at'>, now: number): WaitingChange {
    const last = this.of(change.user).at(-1)?.at ?? 0;
    const added = { ...change, at: Math.max(now, last + 1) };
    this.keep(added);
    return added;
  }

  /** Forgets a change that was applied; what waits behind it for the same order starts from the revision it left, or a later one that was seen. */
  sent(change: WaitingChange, revision: number): void {
    for (const later of this.behind(change)) {
      this.keep({ ...later, revision: Math.max(later.revision, revision) });
    }
    this.kept.removeItem(nameOf(change));
  }

  /** Forgets a change that was refused, and answers what was built on it, which is forgotten too. */
  refused(change: WaitingChange): WaitingChange[] {
    const built = this.behind(change);
    for (const gone of [change, ...built]) this.kept.removeItem(nameOf(gone));
    return built;
  }

  private behind({ user, order, at }: WaitingChange): WaitingChange[] {
    return this.of(user).filter((one) => one.order === order && one.at > at);
  }

  private keep(change: WaitingChange): void {
    this.kept.setItem(nameOf(change), JSON.stringify(change));
  }
}

/** The call that a change is: the same at each attempt, as its key demands. */
export const callOf = ({ order, from, revision, change }: WaitingChange): Update => ({
  id: order,
  revision,
  originalOrder: { status: from, revision },
  ...change,
});
