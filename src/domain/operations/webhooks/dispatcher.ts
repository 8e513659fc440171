import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type Clock, type Ctx, type Logger, systemActor } from '../../kernel/context.js';
import { publish } from '../../kernel/events.js';
import { FairQueue } from '../../kernel/fair-queue.js';
import { newId } from '../../kernel/ids.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { inTransaction } from '../../kernel/service.js';
import { claimMessage, type ClaimedMessage, findDueEndpoints, releaseMessage } from './line.js';
import { settleMessage } from './outcome.js';
import { type CallOutcome, postMessage } from './post.js';
import { buildBody, openSecrets, signMessage } from './signing.js';

/** What delivery needs. */
export interface DispatcherParts {
  readonly db: Knex;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outside: OutsideAccess;
  /** The time limit of one call in milliseconds; 10 seconds by default. */
  readonly callMs?: number;
}

/** How many calls an endpoint gets at a time. */
const LANES = 4;
/** How many statements run at a time, so that the other connections are free for requests. */
const STATEMENTS = 2;
const TICK_MS = 1000;
/** How many milliseconds a stopping worker waits for calls before it aborts them. */
const GRACE_MS = 5000;

/**
 * Delivers messages. Every endpoint has its own lanes, so that a slow one does not delay others. No database
 * connection is held during a call.
 */
class Dispatcher {
  private readonly lanes = new Map<string, Set<Promise<void>>>();
  private readonly statements = new FairQueue({ atOnce: STATEMENTS, each: 1, waiting: Number.MAX_SAFE_INTEGER });
  private readonly stopController = new AbortController();
  private isStopping = false;
  private settledCount = 0;
  private delivered = 0;

  constructor(private readonly parts: DispatcherParts) {}

  /** Opens lanes for the endpoints with due messages; returns how many. */
  async tick(): Promise<number> {
    const { db, clock } = this.parts;
    if (this.settledCount > 0) {
      this.settledCount = 0;
      await publish(db, { topic: 'webhooks', shopIds: [null] });
    }
    let openCount = 0;
    for (const id of await findDueEndpoints(db, clock.now())) {
      const openPosts = this.lanes.get(id) ?? new Set();
      this.lanes.set(id, openPosts);
      for (; openPosts.size < LANES && !this.isStopping; openCount++) {
        const lane: Promise<void> = this.runLane(id).finally(() => openPosts.delete(lane));
        openPosts.add(lane);
      }
    }
    for (const [id, openPosts] of this.lanes) if (openPosts.size === 0) this.lanes.delete(id);
    return openCount;
  }

  /** Resolves when no lane is open, with the number of messages delivered so far. */
  async idle(): Promise<number> {
    await Promise.all([...this.lanes.values()].flatMap((lane) => [...lane]));
    return this.delivered;
  }

  /** Takes no more messages, and aborts the calls in progress. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const timer = setTimeout(() => this.stopController.abort(new Error('the worker stops')), GRACE_MS);
    await this.idle();
    clearTimeout(timer);
  }

  /** Delivers an endpoint's messages one after the other until none is due. */
  private async runLane(endpointId: string): Promise<void> {
    const { db, clock, logger } = this.parts;
    try {
      while (!this.isStopping) {
        const message = await this.query(endpointId, () => claimMessage(db, endpointId, clock.now()));
        if (!message) return;
        await this.deliver(message);
      }
    } catch (err) {
      logger.warn({ err, endpointId }, 'a webhook could not be delivered'); // its lease expires, and it is tried again
    }
  }

  private query<T>(endpointId: string, work: () => Promise<T>): Promise<T> {
    return this.statements.run(endpointId, work);
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const { db, clock, logger, outside, callMs } = this.parts;
    const sentAt = clock.now();
    const body = buildBody(message);
    const secrets = openSecrets(outside.vault, message.endpointId, message.sealed);
    const headers = signMessage(secrets ?? [], { id: message.id, body }, sentAt);
    const signal = this.stopController.signal;
    const outcome = secrets
      ? await postMessage({ address: message.address, headers, body }, { outside, signal, callMs }).catch(() => null)
      : unreadable;
    if (!outcome) return this.query(message.endpointId, () => releaseMessage(db, message));
    const ctx: Ctx = { db, clock, logger, outside, actor: systemActor('webhooks'), via: 'job', requestId: newId() };
    const result = { claimed: message, signature: headers['webhook-signature'], sentAt, outcome };
    await this.query(message.endpointId, () => inTransaction(ctx, (tx) => settleMessage(tx, result), false));
    this.settledCount += 1;
    if (outcome.error === null) this.delivered += 1;
  }
}

const unreadable: CallOutcome = {
  status: null,
  answer: null,
  error: 'The secret cannot be read because the secret of this installation has changed. Rotate it.',
  milliseconds: 0,
  retryAfterMs: null,
};

/**
 * Delivers everything that is due, including what becomes due meanwhile, then ends; returns how many messages
 * arrived.
 */
export async function deliverDue(parts: DispatcherParts): Promise<number> {
  const dispatcher = new Dispatcher(parts);
  for (let before = -1, after = 0; before < after;) {
    before = after;
    await dispatcher.tick();
    after = await dispatcher.idle();
  }
  return dispatcher.idle();
}

/** Delivers messages until it is stopped. Continues after the database was unavailable. */
export function startDispatcher(parts: DispatcherParts): { stop(): Promise<void> } {
  const dispatcher = new Dispatcher(parts);
  const stopping = new AbortController();
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await dispatcher.tick().catch((err: unknown) => parts.logger.warn({ err }, 'could not look up due webhooks'));
      await pause(TICK_MS, undefined, { signal: stopping.signal }).catch(() => undefined); // stop() was called
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      await dispatcher.stop();
    },
  };
}
