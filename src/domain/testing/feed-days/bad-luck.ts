import type { FeedMishap, FeedRow, FeedServer } from '../../imports/feed/testing/feed-server.js';
import type { Dice } from '../../operations/demo/year/dice.js';
import type { SalesDesk } from './sales-desk.js';

const passing: readonly FeedMishap[] = [
  ...[{ status: 429, retryAfter: '2' }, { status: 429 }, { status: 500 }, { status: 503 }],
  ...(['cut', 'half', 'not-json'] as const),
];
const lasting: readonly FeedMishap[] = [{ status: 403 }, { status: 404 }];

/** Makes a day's answers fail in ways that differ from day to day. */
export function spoilDay(server: FeedServer, desk: SalesDesk, dice: Dice): void {
  server.clockAheadMs = dice.between(-20, 20) * 60_000;
  const [isClosed, isLame] = [dice.chance(0.08), dice.chance(0.1)];
  const first = server.requests.length;
  const [deletesAt, sellsAt] = [0.3, 0.3].map((share) => (dice.chance(share) ? first + dice.between(1, 4) : -1));
  server.onRequest = ({ n }) => {
    if (n === deletesAt) desk.deleteOne();
    if (n === sellsAt) desk.sell(1, getSourceTime(server));
    if (n === deletesAt || n === sellsAt) server.rows = sendRows(desk, dice);
    if (isClosed) server.mishaps(dice.pick(lasting));
    else if (isLame && n < first + 2) server.mishaps(n === first ? 'slow' : 'silent');
    else if (dice.chance(0.2)) server.mishaps(dice.pick(passing));
  };
  const isReordered = dice.chance(0.3);
  const isRetyped = dice.chance(0.2);
  server.bend = (page) => {
    const sentPage = isReordered && dice.chance(0.1) ? page.toReversed() : page;
    return isRetyped ? sentPage.map((row) => (dice.chance(0.3) ? retype(row) : row)) : sentPage;
  };
  server.rows = sendRows(desk, dice);
}

/** Makes all further answers correct. */
export function endBadLuck(server: FeedServer, desk: SalesDesk): void {
  Object.assign(server, { clockAheadMs: 0, onAsked: () => undefined, bend: (page: FeedRow[]) => page });
  server.rows = [...desk.rows.values()];
}

/** The time that the source's clock shows. */
export const getSourceTime = (server: FeedServer): Date => new Date(server.now().getTime() + server.clockAheadMs);

/** Its orders as it sends them. Almost a third occurs twice, some of these in an older state. */
function sendRows(desk: SalesDesk, dice: Dice): FeedRow[] {
  return [...desk.rows].flatMap(([id, row]) => {
    if (!dice.chance(0.3)) return [row];
    return [row, dice.chance(0.5) ? (desk.before.get(id) ?? row) : row];
  });
}

/** The same values with other types. */
function retype(row: FeedRow): FeedRow {
  const { id, buildingWidth, subTotalDollarAmount, rto } = row;
  return {
    ...{ ...row, id: Number(id), buildingWidth: String(buildingWidth) },
    ...{ subTotalDollarAmount: Number(subTotalDollarAmount), rto: String(rto), stateTaxRate: null },
  };
}
