import { DateTime } from 'luxon';
import type { OrderStatus } from '../../../kernel/order/status.js';
import { workdaysAfter } from '../year/days.js';
import type { Sale } from './sales.js';
import type { SaleRow } from './server.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The latest changes by customers: a size, an add-on, a price, a color, delivery days, two cancellations, and one new
 * sale. The same sales yield the same changes; `now` is when they were made.
 */
export function changeSales(sales: readonly Sale[], now: DateTime): SaleRow[] {
  const newestSales = sales.toReversed();
  const usedSales = new Set<Sale>();
  /** The newest sale with a status that fits; each sale is used only once. */
  const choose = (status: OrderStatus, fits: (row: SaleRow) => boolean = () => true): SaleRow | undefined => {
    const sale = newestSales.find((sale) => sale.status === status && !usedSales.has(sale) && fits(sale.row));
    if (sale) usedSales.add(sale);
    return sale?.row;
  };
  const rows = sales.map(({ row }) => row);
  const change = (row: SaleRow | undefined, fields: Fields | undefined): SaleRow[] =>
    row && fields ? [{ ...row, ...fields, timestamp: toIso(now) }] : [];
  const larger = choose('InQueue', (row) => findLarger(rows, row) !== undefined);
  const deliver = (days: number): Fields => ({
    dateScheduledForDelivery: toIso(workdaysAfter(now, days)),
    driverName: 'Amos Yoder',
  });
  const extendedSale = choose('InQueue', (row) => findLine(rows, row) !== undefined);
  const deliveredSale = choose('InQueue');
  const [canceledSale, goneSale, repaintedSale] = [choose('InQueue'), choose('Building'), choose('Building')];
  const [cheaper, newSale] = [choose('Finished'), choose('Finished')];
  return [
    ...change(larger, larger && takeSize(larger, findLarger(rows, larger))),
    ...change(extendedSale, extendedSale && addLine(extendedSale, findLine(rows, extendedSale))),
    ...change(deliveredSale, deliver(9)),
    ...change(canceledSale, { dateCancelled: toIso(now), status: 'cancelled' }),
    ...change(goneSale, { dateCancelled: toIso(now), status: 'cancelled' }),
    ...change(repaintedSale, repaintedSale && takeColor(rows, repaintedSale)),
    ...change(cheaper, cheaper && soldFor(cheaper, -100)),
    ...change(newSale, deliver(4)),
    ...change(rows.at(-1), sellAnother(rows, now)),
  ];
}

const toIso = (at: DateTime): string => at.toJSDate().toISOString();

const soldFor = (row: SaleRow, more: number): Fields => ({
  subTotalDollarAmount: (Number(row['subTotalDollarAmount']) + more).toFixed(2),
  totalAmountDollarAmount: (Number(row['totalAmountDollarAmount']) + more).toFixed(2),
});

interface Line {
  readonly name: string;
  readonly price: string;
  readonly quantity: number;
  readonly priceIncluded: boolean;
}

const listLines = (row: SaleRow): readonly Line[] => (row['buildingAddons'] ?? []) as readonly Line[]; // the row as it was sent

/** The price of the shed alone. */
const getBasePrice = (row: SaleRow): number =>
  Number(row['subTotalDollarAmount']) -
  Number(row['subTotalAdjustmentDollarAmount']) -
  listLines(row).reduce(
    (sum, { price, quantity, priceIncluded }) => sum + (priceIncluded ? 0 : Number(price) * quantity),
    0,
  );

const isAlike = (a: SaleRow, b: SaleRow, names: readonly string[]): boolean =>
  names.every((name) => a[name] !== null && a[name] === b[name]);

/** A longer shed of the same model that was sold to another customer. */
const findLarger = (rows: readonly SaleRow[], row: SaleRow): SaleRow | undefined =>
  rows.find(
    (one) =>
      isAlike(one, row, ['buildingModelName', 'buildingWidth']) &&
      Number(one['buildingLength']) > Number(row['buildingLength']),
  );

const takeSize = (row: SaleRow, larger: SaleRow | undefined): Fields | undefined =>
  larger && {
    ...soldFor(row, getBasePrice(larger) - getBasePrice(row)),
    ...{ buildingLength: larger['buildingLength'], buildingSize: larger['buildingSize'] },
  };

/** An add-on that the same shop builds into another shed and that this shed lacks. */
const findLine = (rows: readonly SaleRow[], row: SaleRow): Line | undefined =>
  rows
    .filter((one) => isAlike(one, row, ['shopName', 'orderType']))
    .flatMap(listLines)
    .find(({ name, priceIncluded }) => !priceIncluded && listLines(row).every((line) => line.name !== name));

const addLine = (row: SaleRow, line: Line | undefined): Fields | undefined =>
  line && { ...soldFor(row, Number(line.price) * line.quantity), buildingAddons: [...listLines(row), line] };

function takeColor(rows: readonly SaleRow[], row: SaleRow): Fields | undefined {
  const other = rows.find(({ buildingRoofColor: color }) => color !== null && color !== row['buildingRoofColor']);
  return other && { buildingRoofColor: other['buildingRoofColor'] };
}

/** The last sale again, to another customer. */
function sellAnother(rows: readonly SaleRow[], now: DateTime): Fields {
  const id = String(Math.max(...rows.map((row) => Number.parseInt(row.id, 10))) + 1);
  const serialNumber = `${String(rows.at(-1)?.['serialNumber']).replace(/-\d+$/, '')}-${id.slice(-5)}`;
  const people = { customerName: 'Grace Hollinger', customerFirstName: 'Grace', customerLastName: 'Hollinger' };
  return { ...people, id, orderNumber: id, serialNumber, dateOrdered: toIso(now), customerEmail: 'grace@example.com' };
}
