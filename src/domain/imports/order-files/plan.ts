import type { Actor } from '../../kernel/context.js';
import { explainUndeletable } from '../../orders/life/deletable.js';
import type { IncomingOrder, Refusal } from '../../orders/intake/incoming.js';
import type { ReadOrders } from '../../orders/intake/formats/read-file.js';
import type { StoredTwin, PricingResult } from '../../orders/intake/take-in.js';
import type { Summary } from './differences.js';

export type Duplicates = 'skip' | 'replace' | 'keep';
export type OrderRowState = 'new' | 'replaced' | 'kept' | 'exists' | 'repeated' | 'refused';

/** The plan for a row of an order file. */
export interface PlannedOrder {
  readonly index: number;
  readonly serialNumber: string | null;
  readonly state: OrderRowState;
  readonly reason: string | null;
  readonly existing: StoredTwin | null;
  /** The current values of the existing order, by display name. */
  readonly stored: Summary;
  /** The order as in the file, whether it is imported or not. */
  readonly incoming: IncomingOrder | null;
  /** The order to import; null if it is not imported. */
  readonly order: IncomingOrder | null;
  /** Its alerts, known after pricing. */
  readonly alerts: readonly string[];
}

/** Decides for each row, in file order: new, replaces an existing order, added alongside it, skipped or refused. */
export function decideRows(
  file: ReadOrders,
  existingOrders: readonly StoredTwin[],
  answer: (serialNumber: string) => Duplicates,
  actor: Actor,
): PlannedOrder[] {
  const bySerial = new Map(existingOrders.map((order) => [order.serial.toLowerCase(), order]));
  const byId = new Map(existingOrders.filter((order) => order.externalId).map((order) => [order.externalId, order]));
  const inFile = new Set<string>();
  const rows = file.orders.map((order): PlannedOrder => {
    const serial = order.serialNumber.toLowerCase();
    const existingOrder = bySerial.get(serial) ?? byId.get(order.externalId) ?? null;
    const isRepeated = inFile.has(serial);
    inFile.add(serial);
    return decide(order, { existing: existingOrder, again: isRepeated, answer: answer(order.serialNumber), actor });
  });
  const refusedRows = file.refusals.map((r) => toPlanned(r, 'refused'));
  const repeatedRows = file.repeated.map((r) => toPlanned(r, 'repeated'));
  return [...rows, ...refusedRows, ...repeatedRows].sort((a, b) => a.index - b.index);
}

/** The orders to import. */
export const getTaken = (rows: readonly PlannedOrder[]): IncomingOrder[] => rows.flatMap(({ order }) => order ?? []);

/** The existing orders that are replaced. */
export const replacedBy = (rows: readonly PlannedOrder[]): StoredTwin[] => [
  ...new Set(rows.flatMap(({ state, existing }) => (state === 'replaced' && existing ? [existing] : []))),
];

interface Case {
  readonly existing: StoredTwin | null;
  /** Whether its serial number appeared earlier in the file. */
  readonly again: boolean;
  readonly answer: Duplicates;
  readonly actor: Actor;
}

function decide(order: IncomingOrder, { existing, again, answer, actor }: Case): PlannedOrder {
  const { index, serialNumber } = order;
  const row = { index, serialNumber, existing, stored: {}, incoming: order, alerts: [] }; // spread last, which is ten times as fast
  if (again && answer !== 'keep')
    return { state: 'repeated', reason: 'the serial number is a duplicate in this file', order: null, ...row };
  if (!existing && !again) return { state: 'new', reason: null, order, ...row };
  if (answer === 'keep')
    return { state: 'kept', reason: 'added alongside the existing order', order: asDuplicate(order), ...row };
  if (answer === 'skip' || !existing)
    return { state: 'exists', reason: `already exists (${existing?.status ?? 'New'})`, order: null, ...row };
  const reason = explainNotReplaced(existing, actor);
  if (reason) return { state: 'refused', reason, order: null, ...row };
  return { state: 'replaced', reason: `replaces the order in ${existing.status}`, order, ...row };
}

/** Why an existing order cannot be replaced, which requires permission to delete it in its status; null if it can. */
export function explainNotReplaced({ status, hasInvoice }: StoredTwin, actor: Actor): string | null {
  if (status === 'Invoiced') return 'the existing order is invoiced and cannot be replaced';
  if (hasInvoice) return 'the existing order has a paid invoice and cannot be replaced';
  const why = explainUndeletable(actor, status);
  return why && `the existing order is ${status}: ${why} replace it`;
}

const asDuplicate = (order: IncomingOrder): IncomingOrder => ({
  ...order,
  fileAlerts: [...order.fileAlerts, { code: 'duplicate', text: 'Duplicate serial number' }],
});

const toPlanned = ({ index, serialNumber, reason }: Refusal, state: OrderRowState): PlannedOrder => ({
  ...{ index, serialNumber, state, reason },
  ...{ existing: null, stored: {}, incoming: null, order: null, alerts: [] },
});

/** The rows with the result of pricing: their alerts, and the refusals of rows that pricing refused. */
export function withPricing(rows: readonly PlannedOrder[], { alerts, refusals }: PricingResult): PlannedOrder[] {
  const reasons = new Map(refusals.map(({ index, reason }) => [index, reason]));
  return rows.map((row): PlannedOrder => {
    const reason = reasons.get(row.index);
    if (reason !== undefined) return { ...row, state: 'refused', reason, order: null };
    const orderAlerts = alerts.get(row.index);
    return orderAlerts ? { ...row, alerts: orderAlerts } : row;
  });
}

/** The number of rows in each state. */
export function countRows(rows: readonly PlannedOrder[]) {
  const of = (...states: OrderRowState[]) => rows.filter((row) => states.includes(row.state)).length;
  return {
    new: of('new'),
    replaced: of('replaced'),
    kept: of('kept'),
    skipped: of('exists', 'repeated'),
    refused: of('refused'),
  };
}
