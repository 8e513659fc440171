import type { Knex } from 'knex';
import { newId } from '../src/domain/kernel/ids.js';
import { readId } from './lib/catalogue.js';
import { requireOk, type Person, WARM_UP, withServer } from './lib/client.js';
import { runOnCopy } from './lib/ground.js';
import { checkBound, median, note, report, measureTime } from './lib/measure.js';

const TIMES = 25;
const STYLES = 8;
const LABOR_ROWS = 18_000;

/** Changes an item and a shop's base styles over HTTP, until the next price table shows the change. */
export async function run(): Promise<boolean> {
  return runOnCopy('catalogue', async ({ db, url }) => {
    return withServer({ url }, async (signIn) => {
      const office = await signIn('office.admin');
      const isItemGood = await itemChanges(db, office);
      await db('users')
        .where({ user_name: 'shop.admin@demo.test' })
        .update({ shop_id: await readId(db, 'shop', 1) });
      return (await baseStyleChanges(db, office, await signIn('shop.admin'))) && isItemGood;
    });
  });
}

type Cells = Readonly<Record<string, number>>;

/** A column of a list, by record. */
async function column(person: Person, path: string, field: string): Promise<Cells> {
  const { items } = JSON.parse(await person.get(path)) as { items: Readonly<Record<string, unknown>>[] };
  return Object.fromEntries(items.map((row) => [row['_id'] as string, row[field] as number]));
}

/** The records whose cell differs between two lists, in order. */
const withChange = (before: Cells, after: Cells): string =>
  Object.keys(after)
    .filter((id) => before[id] !== after[id])
    .sort()
    .join();

/** The times measured in each round, by name. */
class Times {
  private readonly all = new Map<string, number[]>();

  /** Runs `work`, records its time and returns its result. */
  async of<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { ms, value } = await measureTime(work);
    this.all.set(what, [...(this.all.get(what) ?? []), ms]);
    return value;
  }

  /** The median, in milliseconds. */
  median = (what: string): number => median(this.all.get(what) ?? []);
}

/**
 * The PUT of an item's standard value, less the cost of HTTP, against two limits: the UPDATE of its row in a
 * transaction, and that UPDATE with all else a change needs (a lock, a history entry, an event for the dashboards).
 */
async function itemChanges(db: Knex, office: Person): Promise<boolean> {
  const times = await itemTimes(db, office);
  const [putMs, http, readMs] = [times.median('put'), times.median('refused'), times.median('read')];
  const what = 'change of an item value';
  note(`${what}, the call`, putMs);
  note(`${what}, of it HTTP (the same call, refused)`, http);
  note(`${what}, the next price table of 60 sheds`, readMs);
  const isLean = report(`${what} without HTTP, against the UPDATE`, times.median('update'), putMs - http, 2);
  const label = `${what} without HTTP, against UPDATE, lock, trail and notice`;
  return report(label, times.median('dutiful'), putMs - http, 2) && isLean;
}

async function itemTimes(db: Knex, office: Person): Promise<Times> {
  const model = await readId(db, 'model', 1);
  const { item, sheds } = await readItem(db, model);
  const table = `/api/shed/${await readId(db, 'sc', 2)}/${await readId(db, 'shop', 1)}/${model}`;
  const look = () => column(office, table, 'standardBoxMaterialCost');
  const put = (subTotal: unknown) =>
    office.put(`/api/item/update/${item}/standard`, { name: 'Changed', type: 'Lumber', subTotal });
  let times = new Times();
  let before = await look();
  for (let n = 1; n <= WARM_UP + TIMES; n++) {
    if (n === WARM_UP + 1) times = new Times();
    await times.of('update', () => db.transaction((trx) => update(trx, item, 100 + n)));
    await times.of('dutiful', () => db.transaction((trx) => dutiful(trx, item, 200 + n)));
    await times.of('refused', () => put('none'));
    requireOk(await times.of('put', () => put(300 + n)));
    const after = await times.of('read', look);
    if (withChange(before, after) !== sheds) throw new Error('the price table does not show the change');
    before = after;
  }
  return times;
}

/** An item that some sheds of a model use, and these sheds, in order. */
async function readItem(db: Knex, model: string): Promise<{ item: string; sheds: string }> {
  const { rows } = (await db.raw(
    `select i.item_id as item, string_agg(distinct s.id::text, ',' order by s.id::text) as sheds
       from component_items i join shed_components c on c.component_id = i.component_id join sheds s on s.id = c.shed_id
      where s.model_id = ? group by 1 order by count(distinct s.id) desc, 1 limit 1`,
    [model],
  )) as { rows: [{ item: string; sheds: string }] };
  return rows[0];
}

const update = async (trx: Knex, item: string, value: number): Promise<void> =>
  void (await trx.raw('update items set sub_total = ?, revision = revision + 1, updated_at = now() where id = ?', [
    value,
    item,
  ]));

async function dutiful(trx: Knex, item: string, value: number): Promise<void> {
  await trx.raw('select sub_total from items where id = ? for update', [item]);
  await update(trx, item, value);
  await trx.raw(
    `insert into audit_entries (id, at, actor_name, via, request_id, action, entity, entity_ids, before, after)
     values (?, now(), 'bench', 'web', 'bench', 'change', 'item', array[?]::uuid[], '{}', '{}')`,
    [newId(), item],
  );
  await trx.raw(`select pg_notify('shedworks_events', '{"topic":"catalogue","shopIds":[null]}')`);
}

/**
 * All base styles of a shop in one PUT, plus the first read of a screen with labor, against one UPDATE of as many rows
 * as there are shed labors at full scale.
 */
async function baseStyleChanges(db: Knex, office: Person, owner: Person): Promise<boolean> {
  const times = await baseStyleTimes(db, office, owner);
  const [putMs, ...reads] = ['put', 'table', 'labor'].map(times.median) as [number, number, number];
  const what = `change of the ${STYLES} base styles of a shop until shown`;
  const quick = checkBound(what, putMs + Math.max(...reads), 200, 'ms', true);
  const against = `${what}, against an UPDATE of ${LABOR_ROWS} rows`;
  return report(against, times.median('update'), putMs + Math.max(...reads), 2) && quick;
}

async function baseStyleTimes(db: Knex, office: Person, owner: Person): Promise<Times> {
  const [shop, category, model] = [
    await readId(db, 'shop', 1),
    await readId(db, 'sc', 2),
    await readId(db, 'model', 1),
  ];
  const styles = await Promise.all(Array.from({ length: STYLES }, (_, n) => readId(db, 'style', n + 1)));
  const screens = {
    table: () => column(owner, `/api/shed/${category}/${shop}/${model}`, 'shopLabor'),
    labor: () => column(office, `/api/shedlabor/model/shop/${model}?shop=${shop}`, 'totalLaborCost'),
  };
  const before = { table: await screens.table(), labor: await screens.labor() };
  const times = new Times();
  await db.raw(`create table labor_rows as select gen_random_uuid() as id, n + 0.5 as base, 0.0 as total
    from generate_series(1, ${LABOR_ROWS}) n`);
  const all = 'update labor_rows set total = round(base * ? * 0.01, 2)';
  for (let n = 1; n <= TIMES; n++) {
    const rate = { value: 80 + n / 100, type: 'percent' };
    await times.of('update', () => db.transaction((trx) => trx.raw(all, [rate.value])));
    const body = { shop, baseStyles: styles.map((_id) => ({ _id, doorCost: 40 + n, buildPercent: rate })) };
    requireOk(await times.of('put', () => office.put('/api/basestyle/shop/update/', body)));
    for (const screen of ['table', 'labor'] as const) {
      const after = await times.of(screen, screens[screen]);
      if (withChange(before[screen], after) !== Object.keys(after).sort().join())
        throw new Error(`the ${screen} does not show the change`);
      before[screen] = after;
    }
  }
  return times;
}
