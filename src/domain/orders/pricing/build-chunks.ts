import type { Knex } from 'knex';
import { UnreadableValue } from '../../imports/reading/values.js';
import type { Pace } from '../../kernel/pace.js';
import { OrderBuilder, type BuiltOrder } from './build.js';
import type { IncomingOrder, Refusal } from '../intake/incoming.js';
import { matchOrder, type MatchedOrder } from '../intake/match.js';
import { loadNames, type Names } from '../intake/names.js';
import { loadParts } from './parts.js';

const CHUNK = 500;

/** A chunk of a file's orders: those that were priced, and those that pricing refused. */
export interface Chunk {
  readonly built: readonly BuiltOrder[];
  readonly refusals: readonly Refusal[];
}

/** Matches all orders, reads what they need once, then builds and prices them one chunk at a time. */
export async function* builtInChunks(db: Knex, orders: readonly IncomingOrder[], pace: Pace): AsyncGenerator<Chunk> {
  if (orders.length === 0) return;
  const names = await loadNames(db, orders);
  const matches = await pace.map(orders, (order) => matchOrder(order, names));
  const builder = await builderFor(db, names, matches);
  const chunkAt = (at: number) => buildChunk(builder, matches.slice(at, at + CHUNK), pace);
  let next = chunkAt(0);
  for (let at = CHUNK; at < matches.length; at += CHUNK) {
    const chunk = await next;
    next = chunkAt(at); // build this chunk while the caller stores the previous one
    next.catch(() => undefined); // an error is thrown when the chunk is awaited
    yield chunk;
  }
  yield next;
}

/** Builds orders. Refused orders are returned by index. */
async function buildChunk(builder: OrderBuilder, orders: readonly MatchedOrder[], pace: Pace): Promise<Chunk> {
  const refusals: Refusal[] = [];
  const builtOrders = await pace.map(orders, (order): BuiltOrder | null => {
    try {
      return builder.build(order);
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error;
      const { index, serialNumber } = order.incoming;
      refusals.push({ index, serialNumber, reason: error.message });
      return null;
    }
  });
  return { built: builtOrders.filter((order) => order !== null), refusals };
}

/** Creates a builder with the parts of everything these orders matched. */
export async function builderFor(db: Knex, names: Names, matches: readonly MatchedOrder[]): Promise<OrderBuilder> {
  const ids = (of: (order: MatchedOrder) => (string | undefined)[]) =>
    [...new Set(matches.flatMap(of))].filter((id): id is string => id !== undefined);
  const parts = await loadParts(db, {
    shedIds: ids((m) => [m.shed?.id]),
    modelIds: ids((m) => [m.shed?.modelId]),
    shopIds: ids((m) => [m.shop?.id]),
    addOnIds: ids((m) => m.lines.map((line) => line.addOn?.id)),
  });
  return new OrderBuilder(names, parts);
}
