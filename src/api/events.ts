import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { isShopRole } from '../domain/access/roles.js';
import type { Actor, DomainEvent } from '../domain/context.js';
import { DomainError } from '../domain/errors.js';

type Listener = (event: DomainEvent) => void;

/** Hands the database's events to the streams that are open in this process. */
export class EventHub {
  private readonly listeners = new Set<Listener>();
  private readonly streams = new Set<PassThrough>();

  emit(event: DomainEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  hold(stream: PassThrough): void {
    this.streams.add(stream);
    stream.once('close', () => this.streams.delete(stream));
  }

  /** Ends every open stream, so the server can stop. */
  close(): void {
    for (const stream of this.streams) stream.end();
  }
}

/** What an actor may know of an event; null when it is none of theirs. Ids only, never figures. */
export function visibleTo(actor: Actor, event: DomainEvent): { topic: string; ids?: readonly string[] } | null {
  const { topic, ids, shopIds } = event;
  if (!isShopRole(actor.role)) return ids ? { topic, ids } : { topic };
  if (topic === 'payments' && actor.role === 'Builder') return null;
  const mine = shopIds.includes(actor.shopId);
  if (!mine) return null;
  return ids && shopIds.length === 1 ? { topic, ids } : { topic };
}

/** Server-sent events: tells the dashboard which lists changed. */
export function eventStream(hub: EventHub, ctx: Context, actor: Actor | null): void {
  if (!actor) throw new DomainError('not-signed-in', undefined);
  const stream = new PassThrough();
  ctx.compress = false;
  ctx.set({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  ctx.status = 200;
  ctx.body = stream;
  stream.write(': open\n\n');
  const stop = hub.subscribe((event) => {
    const seen = visibleTo(actor, event);
    if (seen) stream.write(`data: ${JSON.stringify(seen)}\n\n`);
  });
  const beat = setInterval(() => stream.write(': beat\n\n'), 25_000);
  hub.hold(stream);
  const end = () => {
    clearInterval(beat);
    stop();
    stream.destroy();
  };
  ctx.req.once('close', end);
  stream.once('close', end);
}
