import type { Knex } from 'knex';
import { findPositions } from '../src/domain/inventory/demand-query.js';
import { importOrders } from '../src/domain/orders/import-service.js';
import { fillCatalogue, idOf, scaleAsked } from './catalogue.js';
import { feedOf, median, report, type Row, timed, withGround } from './ground.js';

const OPEN = 500;
const OTHERS = { small: 2_000, full: 20_000 } as const;
const TIMES = 15;
/** Milliseconds that the demand of a shop may take. */
const MOST = 100;

/**
 * The material that 500 open orders of a shop need, each for another shed with four add-ons, among orders of another shop:
 * the one statement behind it. `SCALE=full` for 18,000 sheds, 3,000 items, 200 shops and 20,000 other orders.
 */
export async function run(): Promise<boolean> {
  const { name, scale } = scaleAsked();
  return withGround(async ({ db, ctx }) => {
    await fillCatalogue(db, scale);
    const sheds = await shedsOf(db);
    const orders = feedOf(OPEN + OTHERS[name]).map((row, n) => orderOf(row, n, sheds[n % sheds.length] as Shed));
    await importOrders(ctx, { orders });
    await db('orders').whereNotNull('shop_id').update({ status: 'InQueue', alerts: '[]' });
    await db.raw('vacuum analyze');
    const shop = await idOf(db, 'shop', 1);
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) times.push((await timed(() => findPositions(db, shop))).ms);
    const items = (await findPositions(db, shop)).length;
    const what = `${items} items that ${OPEN} open orders need (${name}), the limit being ${MOST} ms`;
    return report(what, MOST, median(times), 1);
  });
}

interface Shed {
  readonly model: string;
  readonly width: number;
  readonly length: number;
}

const shedsOf = async (db: Knex): Promise<Shed[]> =>
  (await db('sheds as s')
    .join('shed_models as m', 'm.id', 's.model_id')
    .whereLike('m.name', 'Bench model %')
    .orderByRaw('hashtext(s.id::text)')
    .limit(2_000)
    .select({ model: 'm.name', width: 's.width', length: 's.length' })) as Shed[];

/** An order of the feed for a generated shed with four generated add-ons; the first ones of the shop that is asked for. */
function orderOf(row: Row, n: number, { model, width, length }: Shed): Row {
  const addOn = (k: number) => ({
    name: `Add-on ${((n * 7 + k * 131) % 800) + 1}`,
    price: null,
    priceIncluded: true,
    quantity: k,
  });
  return {
    ...row,
    shopName: n < OPEN ? 'Bench shop 1' : 'Bench shop 2',
    buildingModelName: model,
    buildingWidth: width,
    buildingLength: length,
    buildingSize: `${width}x${length}`,
    buildingAddons: [1, 2, 3, 4].map(addOn),
  };
}
