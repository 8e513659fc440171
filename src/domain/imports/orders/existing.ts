import type { z } from 'zod';
import type { Actor } from '../../kernel/context.js';
import { differencesBetween, summarizeIncoming, type Summary } from './differences.js';
import type { IncomingOrder } from '../../orders/intake/incoming.js';
import { whyNotReplaced } from './plan.js';
import type { Existing } from '../../orders/intake/take-in.js';
import type { ExistingOrder } from './schema.js';

interface Compared {
  readonly actor: Actor;
  readonly incoming: IncomingOrder | null;
  readonly stored: Summary;
}

/** What somebody must know before an existing order is replaced: where it is, what would be lost, whether they may. */
export function describeExisting(
  existing: Existing,
  { actor, incoming, stored }: Compared,
): z.output<typeof ExistingOrder> {
  return {
    _id: existing.id,
    status: existing.status,
    shop: textOrNull(stored['Shop']),
    builder: textOrNull(stored['Builder']),
    whyNotReplaced: whyNotReplaced(existing, actor),
    differences: incoming ? differencesBetween(stored, summarizeIncoming(incoming)) : [],
  };
}

const textOrNull = (value: string | number | null | undefined): string | null =>
  typeof value === 'string' ? value : null;
