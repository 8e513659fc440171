import type { Actor } from '../../kernel/context.js';
import { whyNotDeletable } from '../../orders/life/deletable.js';
import type { IncomingOrder, Refusal } from '../../orders/intake/incoming.js';
import type { ReadFile } from '../../orders/intake/read-file.js';
import type { Existing } from '../../orders/intake/take-in.js';

export type Duplicates = 'skip' | 'replace' | 'keep';
export type RowState = 'new' | 'replaced' | 'kept' | 'exists' | 'repeated' | 'refused';

export interface PlannedRow {
  readonly index: number;
  readonly serialNumber: string | null;
  readonly state: RowState;
  readonly reason: string | null;
  readonly existing: Existing | null;
  /** The order as the file has it, whether it is taken or not. */
  readonly incoming: IncomingOrder | null;
  /** The order that is taken. */
  readonly order: IncomingOrder | null;
}

/** What an import will do, row by row, in the order of the file. */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[];
  readonly take: readonly IncomingOrder[];
  readonly replace: readonly Existing[];
}

/** Decides for each row of a file: new, replaces or stands beside an existing order, skipped or refused. */
export function planImport(
  file: ReadFile,
  existing: readonly Existing[],
  answer: (serialNumber: string) => Duplicates,
  actor: Actor,
): ImportPlan {
  const bySerial = new Map(existing.map((order) => [order.serial.toLowerCase(), order]));
  const byId = new Map(existing.filter((order) => order.externalId).map((order) => [order.externalId, order]));
  const inFile = new Set<string>();
  const rows = file.orders.map((order): PlannedRow => {
    const serial = order.serialNumber.toLowerCase();
    const old = bySerial.get(serial) ?? byId.get(order.externalId) ?? null;
    const again = inFile.has(serial);
    inFile.add(serial);
    return decide(order, { existing: old, again, answer: answer(order.serialNumber), actor });
  });
  const refused = file.refused.map((r) => plain(r, 'refused'));
  const repeated = file.repeated.map((r) => plain(r, 'repeated'));
  const taken = rows.filter((row) => row.state === 'new' || row.state === 'replaced' || row.state === 'kept');
  return {
    rows: [...rows, ...refused, ...repeated].sort((a, b) => a.index - b.index),
    take: taken.flatMap((row) => (row.order ? [row.order] : [])),
    replace: [...new Set(taken.flatMap((row) => (row.state === 'replaced' && row.existing ? [row.existing] : [])))],
  };
}

interface Case {
  readonly existing: Existing | null;
  /** Its serial number came earlier in the file. */
  readonly again: boolean;
  readonly answer: Duplicates;
  readonly actor: Actor;
}

function decide(order: IncomingOrder, { existing, again, answer, actor }: Case): PlannedRow {
  const { index, serialNumber } = order;
  const row = { index, serialNumber, existing, incoming: order };
  if (again && answer !== 'keep')
    return { ...row, state: 'repeated', reason: 'the serial number appears twice in the file', order: null };
  if (!existing && !again) return { ...row, state: 'new', reason: null, order };
  if (answer === 'keep')
    return { ...row, state: 'kept', reason: 'stored beside the existing order', order: asDuplicate(order) };
  if (answer === 'skip' || !existing)
    return { ...row, state: 'exists', reason: `exists already (${existing?.status ?? 'New'})`, order: null };
  const reason = whyNotReplaced(existing, actor);
  if (reason) return { ...row, state: 'refused', reason, order: null };
  return { ...row, state: 'replaced', reason: `replaces the order in ${existing.status}`, order };
}

/** Why an existing order cannot be replaced: replacing is deleting, so it takes the right to delete in that status. */
export function whyNotReplaced({ status, hasInvoice }: Existing, actor: Actor): string | null {
  if (status === 'Invoiced') return 'the existing order is invoiced and cannot be replaced';
  if (hasInvoice) return 'an invoice of the existing order was paid and stays in the books: it cannot be replaced';
  const why = whyNotDeletable(actor, status);
  return why && `the existing order is ${status}: ${why} replace it`;
}

const asDuplicate = (order: IncomingOrder): IncomingOrder => ({
  ...order,
  fileAlerts: [...order.fileAlerts, { code: 'duplicate', text: 'Duplicate serial number' }],
});

const plain = ({ index, serialNumber, reason }: Refusal, state: RowState): PlannedRow => ({
  index,
  serialNumber,
  state,
  reason,
  existing: null,
  incoming: null,
  order: null,
});

/** A plan without the rows that turned out not to be orders when they were priced. */
export function withRefusals(plan: ImportPlan, refused: readonly Refusal[]): ImportPlan {
  if (refused.length === 0) return plan;
  const reasons = new Map(refused.map(({ index, reason }) => [index, reason]));
  const rows = plan.rows.map((row): PlannedRow => {
    const reason = reasons.get(row.index);
    return reason === undefined ? row : { ...row, state: 'refused', reason, order: null };
  });
  return {
    rows,
    take: rows.flatMap((row) => (row.order ? [row.order] : [])),
    replace: [...new Set(rows.flatMap((row) => (row.state === 'replaced' && row.existing ? [row.existing] : [])))],
  };
}

/** How many rows met each fate. */
export function countRows(rows: readonly PlannedRow[]) {
  const of = (...states: RowState[]) => rows.filter((row) => states.includes(row.state)).length;
  return {
    new: of('new'),
    replaced: of('replaced'),
    kept: of('kept'),
    skipped: of('exists', 'repeated'),
    refused: of('refused'),
  };
}
