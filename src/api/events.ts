import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { can } from '../domain/kernel/rights/permissions.js';
import { isShopRole } from '../domain/kernel/rights/roles.js';
import type { Actor, DomainEvent, ProgressReport } from '../domain/kernel/context.js';
import { DomainError } from '../domain/kernel/errors.js';
import { type Topic, topics } from '../domain/kernel/topics.js';
import type { Effect } from '../domain/kernel/service.js';
import { getShare, getState } from './state.js';

type Listener = (event: DomainEvent) => void;

/** Forwards the database's events to the streams open in this process. */
export class EventHub {
  private readonly listeners = new Set<Listener>();
  private readonly streams = new Map<PassThrough, string>();

  emit(event: DomainEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  hold(stream: PassThrough, who: string): void {
    this.streams.set(stream, who);
    stream.once('close', () => this.streams.delete(stream));
  }

  /** Throws `busy` if a user already has the maximum number of open streams. */
  refuseMore(who: string): void {
    const openCount = [...this.streams.values()].filter((one) => one === who).length;
    if (openCount >= MOST_STREAMS) throw new DomainError('busy', { retryAfter: 60 });
  }

  /** Ends all open streams so that the server can stop. */
  close(): void {
    for (const stream of this.streams.keys()) stream.end();
  }

  /**
   * Ends each open stream at a random moment within this many milliseconds, so that clients do not all reconnect
   * together.
   */
  renew(withinMs: number): void {
    for (const stream of this.streams.keys()) setTimeout(() => stream.end(), Math.random() * withinMs).unref();
  }
}

type SeenEvent = {
  readonly topic: Topic;
  readonly ids?: readonly string[];
  /** The request that published the event, if it was the actor's own. */
  readonly by?: string;
} & Partial<ProgressReport>;

/**
 * The part of an event that an actor may see; null if it is not for them. It contains IDs and progress, never
 * amounts.
 */
export function visibleTo(actor: Actor, event: DomainEvent): SeenEvent | null {
  const { topic, ids, shopIds, to, progress } = event;
  const message = { topic, ...(event.by && event.by.user === actor.id && { by: event.by.request }) };
  if (to !== undefined) return to === actor.id ? { ...message, ...progress } : null;
  if (!Object.hasOwn(topics, topic) || !can(actor, topics[topic].hear)) return null; // other versions may have more topics
  if (!isShopRole(actor.role)) return ids ? { ...message, ids } : message;
  const mine = topic === 'catalogue' || shopIds.includes(actor.shopId);
  if (!mine) return null;
  return ids && shopIds.length === 1 ? { ...message, ids } : message;
}

/**
 * Names the published topics that the user may receive, in the response header `x-topics`. `*` (everything shown) if
 * none were published because the response repeats an earlier one, the values were already stored, or there was
 * nothing to do.
 */
export function nameTopics(ctx: Context, effect: Effect, events: readonly DomainEvent[] | null): void {
  const { user } = getState(ctx);
  const isSilent = events === null || (events.length === 0 && effect === 'write');
  const heardTopics = isSilent
    ? ['*']
    : events
        .filter((event) => user && visibleTo(user, event) && topics[event.topic].stale.length > 0)
        .map(({ topic }) => topic);
  if (heardTopics.length > 0) ctx.set('x-topics', [...new Set(heardTopics)].join(','));
}

const MOST_WAITING = 1024 * 1024;
/** Maximum number of open streams per user and server, over all windows and devices. */
const MOST_STREAMS = 100;

/**
 * Server-sent events that notify the dashboard which lists changed. Whenever users change and at each heartbeat,
 * `stillIn` looks up the token's current actor; null ends the stream.
 */
export function eventStream(
  hub: EventHub,
  ctx: Context,
  first: Actor | null,
  stillIn: () => Promise<Actor | null>,
): void {
  if (!first) throw new DomainError('not-signed-in', undefined);
  const who = getShare(first);
  hub.refuseMore(who);
  let actor = first;
  const stream = new PassThrough();
  ctx.compress = false;
  ctx.set({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  ctx.status = 200;
  ctx.body = stream;
  const write = (text: string): void => {
    if (stream.writableLength > MOST_WAITING)
      stream.destroy(); // the client is not reading; the dashboard reconnects
    else if (!stream.destroyed) stream.write(text);
  };
  const check = (): void => {
    const endStream = (): void => void stream.end();
    void stillIn().then((now) => (now ? (actor = now) : endStream()), endStream);
  };
  write(': open\n\n');
  const stop = hub.subscribe((event) => {
    if (event.topic === 'users' || event.topic === 'keys') check();
    const message = visibleTo(actor, event);
    if (message) write(`data: ${JSON.stringify(message)}\n\n`);
  });
  const beat = setInterval(() => {
    write(': beat\n\n');
    check();
  }, 25_000);
  hub.hold(stream, who);
  const end = () => {
    clearInterval(beat);
    stop();
    stream.destroy();
  };
  ctx.res.once('close', end);
  stream.once('close', end);
}
