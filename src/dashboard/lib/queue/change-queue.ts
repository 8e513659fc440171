import type { OrderStatus } from '../../../domain/kernel/order/status.js';
import { type KeptIn, type OrderChange, type WaitingChange, WaitingList } from './waiting-list.js';

/** The fields of an order needed to change it. */
export interface ChangeableOrder {
  readonly _id: string;
  readonly serialNumber: string;
  readonly status: OrderStatus;
  readonly revision: number;
  readonly holdReason?: string | null;
}

/** A change the server refused, with the changes based on it. */
export interface Refusal {
  readonly change: WaitingChange;
  readonly dropped: readonly WaitingChange[];
  readonly error: unknown;
  /** It was made without a connection, so the user may no longer be watching. */
  readonly waited: boolean;
}

export type Outcome = { readonly sent: WaitingChange; readonly waited: boolean } | Refusal;

interface Parts {
  readonly store: KeptIn;
  /** The signed-in user; null if there is none. */
  readonly user: () => string | null;
  /** Sends with the change's key; returns the order's new revision. Aborting `attempt` cancels it. */
  readonly send: (change: WaitingChange, attempt: AbortController) => Promise<number>;
  /** Sends after what the screens show as made before. */
  readonly inTurn: (sendAll: () => Promise<void>) => Promise<void>;
  /** Whether an error is temporary and unrelated to the change, which is then retried. */
  readonly isTemporary: (error: unknown) => boolean;
  readonly newId: () => string;
  readonly now: () => number;
  /** Calls `flush` after a delay. */
  readonly retry: (flush: () => void) => void;
}

type Follower = (outcome: Outcome) => Promise<unknown>;

/**
 * Sends changes of orders one at a time, in the order they were made. Each is stored on the device before it is sent
 * and until it is answered, with its own key, so that it is applied exactly once despite lost connections, lost answers
 * and reloads.
 */
export class ChangeQueue {
  private readonly list: WaitingList;
  private readonly listeners = new Set<() => void>();
  private readonly followers = new Set<Follower>();
  /** Made in this page and not failed so far: not shown as waiting. */
  private readonly direct = new Set<string>();
  /** Answered, but shown until the screens have reloaded. */
  private readonly settling = new Set<WaitingChange>();
  private readonly revisions = new Map<string, number>();
  private sending: Promise<void> | null = null;
  private attempt: { readonly change: WaitingChange; readonly controller: AbortController } | null = null;
  private view: { readonly user: string | null; readonly changes: readonly WaitingChange[] } | null = null;

  constructor(private readonly parts: Parts) {
    this.list = new WaitingList(parts.store);
  }

  /** The user's changes that the screens do not include yet, oldest first; the same array until it changes. */
  readonly changes = (): readonly WaitingChange[] => {
    const user = this.parts.user();
    if (this.view?.user !== user) {
      const settling = [...this.settling].filter((change) => change.user === user);
      this.view = { user, changes: [...settling, ...(user ? this.list.of(user) : [])] };
    }
    return this.view.changes;
  };

  /** Whether a change waits for the connection, or for an earlier change that does. */
  readonly isHeld = (change: WaitingChange): boolean => !this.direct.has(change.id) && !this.settling.has(change);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Reports the result of each change to a listener; the change stays visible until the listener is done. */
  readonly follow = (callback: Follower): (() => void) => {
    this.followers.add(callback);
    return () => this.followers.delete(callback);
  };

  /** Stores a change of the signed-in user and sends it as soon as possible. */
  readonly add = (order: ChangeableOrder, change: OrderChange): void => {
    const user = this.parts.user();
    if (!user) return;
    const { _id, serialNumber, status: from, holdReason } = order;
    const revision = Math.max(order.revision, this.revisions.get(_id) ?? 0);
    const id = this.parts.newId();
    this.direct.add(id);
    const was = holdReason ? { holdReason } : {};
    this.list.add({ id, user, order: _id, serialNumber, from, ...was, revision, change }, this.parts.now());
    this.notifyFollowers();
    void this.flush();
  };

  /** Sends all waiting changes; stops at the first that cannot reach the server. */
  readonly flush = (): Promise<void> => (this.sending ??= this.parts.inTurn(() => this.sendAll()));

  /**
   * Reloads the stored changes after another tab changed them or another user signed in. From then on, nothing is sent
   * for the previous user.
   */
  readonly notifyFollowers = (): void => {
    if (this.attempt && this.isHeld(this.attempt.change) && this.attempt.change.user !== this.parts.user())
      this.attempt.controller.abort();
    this.view = null;
    for (const listener of this.listeners) listener();
  };

  private async sendAll(): Promise<void> {
    await Promise.resolve(); // `sending` is set before the run can finish
    for (let next = this.first(); next; next = this.first()) if (!(await this.sendOne(next))) break;
    this.sending = null; // cleared right away: the next flush sends later additions
  }

  private first(): WaitingChange | undefined {
    const user = this.parts.user();
    return user === null ? undefined : this.list.of(user)[0];
  }

  private async sendOne(change: WaitingChange): Promise<boolean> {
    const hasWaited = !this.direct.has(change.id);
    const controller = new AbortController();
    this.attempt = { change, controller };
    try {
      const revision = await this.parts.send(change, controller).finally(() => (this.attempt = null));
      this.revisions.set(change.order, revision);
      this.list.sent(change, revision);
      this.conclude(change, { sent: change, waited: hasWaited });
    } catch (error) {
      if (this.parts.isTemporary(error)) return this.hold(change.user);
      const droppedChanges = this.list.refused(change);
      this.conclude(change, { change, dropped: droppedChanges, error, waited: hasWaited });
    }
    return true;
  }

  private hold(user: string): false {
    for (const { id } of this.list.of(user)) this.direct.delete(id);
    this.notifyFollowers();
    this.parts.retry(() => void this.flush());
    return false;
  }

  private conclude(change: WaitingChange, outcome: Outcome): void {
    if ('sent' in outcome) this.settling.add(change);
    this.direct.delete(change.id);
    this.notifyFollowers();
    void Promise.allSettled([...this.followers].map((callback) => callback(outcome))).then(() => {
      this.settling.delete(change);
      this.notifyFollowers();
    });
  }
}
