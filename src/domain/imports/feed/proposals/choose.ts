import type { WriteCtx } from '../../../kernel/context.js';
import { notFound } from '../../../kernel/errors.js';
import { Pace } from '../../../kernel/pace.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import { findChosenAddOns } from '../../../orders/intake/names.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { toStoredFigures } from '../../../orders/pricing/reprice.js';
import { readRows, type RowReading, readReading } from '../rows/read-rows.js';
import type { ComparedRow } from './compare.js';
import {
  asRow,
  compareRows,
  type Difference,
  explainBlocked,
  isBuiltAlready,
  type RowComparison,
} from './differences.js';
import { toSide } from './effect.js';
import type { Proposal } from './schema.js';
import type { OrderBefore } from './write-orders.js';

/** A proposal as a decision reads it. */
export interface StoredProposal {
  readonly id: string;
  readonly orderId: string;
  readonly source: string;
  readonly state: Proposal['state'];
  readonly base: unknown;
  readonly row: unknown;
  readonly mapping: RowReading['mapping'];
  readonly differences: readonly Difference[];
  readonly before: OrderBefore | null;
  readonly orderRevision: number | null;
}

/** What to accept of a proposal, compared with the order as it is now. */
export interface ChosenChanges {
  readonly proposal: StoredProposal;
  readonly compared: ComparedRow;
  readonly keys: ReadonlySet<string>;
  /** Why nothing of it can be accepted. */
  readonly refusal: string | null;
  /**
   * What the proposal shows from now on, if accepting it would overwrite a change of the order that it does not show.
   * Its keys are then those that can be accepted.
   */
  readonly renewed: readonly Difference[] | null;
}

/**
 * What to accept of proposals: all that is possible, or what their keys choose. What was changed here and not yet
 * shown is not overwritten.
 */
export async function chooseChanges(
  tx: WriteCtx,
  proposals: readonly StoredProposal[],
  orders: ReadonlyMap<string, StoredOrder>,
  keysById: ReadonlyMap<string, readonly string[] | undefined>,
): Promise<ChosenChanges[]> {
  const reading = await readReading(tx);
  const pace = new Pace(tx.signal);
  const [bases, nexts]: [(IncomingOrder | null)[], (IncomingOrder | null)[]] = [[], []];
  for (const { base, row, mapping } of proposals) {
    const [was, is] = await readRows([base, row], mapping ? { ...reading, mapping } : reading, pace);
    bases.push(was ?? null);
    nexts.push(is ?? null);
  }
  const chosen = await findChosenAddOns(tx.db);
  return proposals.flatMap((proposal, n): ChosenChanges[] => {
    const order = orders.get(proposal.orderId);
    const next = nexts[n];
    if (!order || !next) throw notFound('Proposal'); // its row was parsed when it was stored
    const base = withShown(bases[n] ?? asRow(order), proposal);
    const offer = onlyShown(compareRows(order, { base, next, chosen }), proposal);
    const rows = { baseRow: proposal.base, row: proposal.row };
    const comparison = { order, base, next, ...rows, compared: offer, open: null, was: toSide(toStoredFigures(order)) };
    const choice = choose(offer.differences, order, keysById.get(proposal.id));
    const outdated = choice.refusal === null ? renew(offer.differences, choice.keys, proposal, order) : null;
    return [{ proposal, compared: comparison, renewed: null, ...(outdated ?? choice) }];
  });
}

/** The last accepted row, canceled if the proposal withdraws a cancellation for which the order was put on hold. */
function withShown(base: IncomingOrder, { differences }: StoredProposal): IncomingOrder {
  const cancellation = differences.find(({ key }) => key === 'canceled');
  return cancellation ? { ...base, canceledOn: cancellation.before } : base;
}

/** The changes of the rows, limited to those that the proposal shows. The rest was already accepted. */
function onlyShown({ differences, lines }: RowComparison, { differences: offered }: StoredProposal): RowComparison {
  const keys = new Set(offered.map(({ key }) => key));
  const isShown = ({ key }: { readonly key: string }) => keys.has(key);
  return { differences: differences.filter(isShown), lines: lines.filter(isShown) };
}

function choose(
  differences: readonly Difference[],
  { status }: StoredOrder,
  keys: readonly string[] | undefined,
): Pick<ChosenChanges, 'keys' | 'refusal'> {
  const selection = keys ? differences.filter(({ key }) => keys.includes(key)) : differences;
  const blocker = selection.map((one) => explainBlocked(status, one)).find((why) => why !== null) ?? null;
  if (keys && blocker !== null) return { keys: new Set(), refusal: blocker };
  const possibleChanges = selection.filter(
    (one) => explainBlocked(status, one) === null && (keys !== undefined || !isBuiltAlready(status, one)),
  );
  if (possibleChanges.length > 0 || differences.length === 0)
    return { keys: new Set(possibleChanges.map(({ key }) => key)), refusal: null };
  return { keys: new Set(), refusal: blocker ?? 'the shop is already building it; choose its changes one by one' };
}

/** If a chosen change would overwrite a value of the order that the proposal does not show: the refusal, and what to show. */
function renew(
  differences: readonly Difference[],
  keys: ReadonlySet<string>,
  { differences: offered }: StoredProposal,
  { status }: StoredOrder,
): Omit<ChosenChanges, 'proposal' | 'compared'> | null {
  const shownByKey = new Map(offered.map((one) => [one.key, one]));
  const unseen = differences.find(
    (one) => keys.has(one.key) && one.ours !== undefined && one.ours !== shownByKey.get(one.key)?.ours,
  );
  if (!unseen) return null;
  const currentByKey = new Map(differences.map((one) => [one.key, one]));
  const possibleChanges = differences.filter((one) => explainBlocked(status, one) === null);
  return {
    keys: new Set(possibleChanges.map(({ key }) => key)),
    refusal: `${unseen.label} was changed here to ${unseen.ours ?? 'none'} meanwhile; check the changes again`,
    renewed: offered.map((one) => currentByKey.get(one.key) ?? one),
  };
}
