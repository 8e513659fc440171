import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { getActor, findUserByName } from '../company/users/queries.js';
import { systemActor, type Actor, type Ctx, type Logger } from '../kernel/context.js';
import { connect } from '../kernel/database/database.js';
import { addDemoAccounts } from '../operations/demo/accounts.js';
import { loadCompany } from '../operations/demo/load-company.js';
import { newId } from '../kernel/ids.js';
import { importOrders } from '../imports/order-files/service.js';
import type { OrderStatus } from '../kernel/order/status.js';
import { packageFolder } from '../../package.js';

/** The actor of a test: the demo accounts by name, and the command line. */
export type ActorName =
  'office.admin' | 'office.user' | 'shop.admin' | 'shop.user' | 'builder' | 'other.shop' | 'view.only' | 'system';
type FeedRow = Record<string, unknown>;

/** The shop of the demo accounts `shop.admin`, `shop.user` and `builder`, and that of `other.shop`. */
export const homeShop = 'Ridge Line Barns';
export const otherShop = 'Oakridge Builders';

/** A database with the demo company and its accounts, actors, and orders on demand. */
export interface World {
  readonly url: string;
  readonly db: Knex;
  /** The time that every context reports. A test may set it. */
  now: Date;
  /** A context of one of the demo accounts. */
  ctx(name: ActorName, more?: Partial<Ctx>): Ctx;
  actor(name: ActorName): Actor;
  findShopId(name: string): Promise<string>;
  /**
   * Imports orders as the office does: the requested number of rows of the demo feed, or these rows. Returns their
   * IDs in the order of the rows.
   */
  createOrders(rows: number | readonly FeedRow[]): Promise<string[]>;
  /** An order without alerts in the given status; by default of the home shop. */
  createPushedOrder(status: OrderStatus, shop?: string): Promise<string>;
  createFinishedOrder(shop?: string): Promise<string>;
}

const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}`, packageFolder), 'utf8'));

export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const actorNames = [
  'office.admin',
  'office.user',
  'shop.admin',
  'shop.user',
  'builder',
  'other.shop',
  'view.only',
] as const;

/**
 * Fails the run if statements are sent over one connection at the same time, as `Promise.all` in a transaction does: pg
 * warns of it on standard error, which cron mails, and its next version refuses it.
 */
process.on('warning', (warning) => {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('client.query()')) throw warning;
});

/**
 * One world for the tests of a file, created before them and dropped after them. Use its parts only in hooks and
 * tests.
 */
export function useWorld(): World {
  const world = {} as World;
  beforeAll(async () => {
    const name = `${inject('pgPrefix')}${newId().replaceAll('-', '')}`;
    await createWorldDatabase(name);
    await openWorld(world, `${inject('pgUrl')}/${name}`);
  });
  afterAll(async () => {
    await world.db.destroy();
    await runAsAdmin((admin) =>
      admin.query(`drop database if exists ${new URL(world.url).pathname.slice(1)} with (force)`),
    );
  });
  return world;
}

/** The first file of a run creates the world once; every file gets a copy. */
async function createWorldDatabase(name: string): Promise<void> {
  const template = `${inject('pgPrefix')}world`;
  await runAsAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(4200002)');
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) {
      await admin.query(`create database ${template}_new template ${inject('pgTemplate')}`);
      await fillWorld(`${inject('pgUrl')}/${template}_new`);
      await admin.query(`alter database ${template}_new rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  });
}

async function fillWorld(url: string): Promise<void> {
  const db = connect(url, { max: 4 });
  try {
    await loadCompany(db, readFixture('demo-company.json'));
    await addDemoAccounts(getContext(db, systemActor('tests'), () => new Date()));
  } finally {
    await db.destroy();
  }
}

async function openWorld(world: World, url: string): Promise<void> {
  const db = connect(url, { max: 25 });
  const actors = new Map<ActorName, Actor>([['system', systemActor('cli')]]);
  for (const name of actorNames) {
    const user = await findUserByName(db, `${name}@demo.test`);
    if (!user) throw new Error(`no demo account ${name}`);
    actors.set(name, getActor(user));
  }
  const actor = (name: ActorName): Actor => actors.get(name) as Actor;
  const ctx: World['ctx'] = (name, more = {}) => ({ ...getContext(db, actor(name), () => world.now), ...more });
  const now = new Date('2026-11-18T15:00:00Z');
  Object.assign(world, { url, db, now, actor, ctx, ...createOrderMaker(db, world) } satisfies World);
}

const getContext = (db: Knex, actor: Actor, now: () => Date): Ctx => ({
  db,
  actor,
  clock: { now },
  logger: silent,
  via: 'web',
  requestId: newId(),
});

function createOrderMaker(
  db: Knex,
  world: World,
): Pick<World, 'findShopId' | 'createOrders' | 'createPushedOrder' | 'createFinishedOrder'> {
  const feed = readFixture('feed-demo.json') as FeedRow[];
  let serial = 7_000_000;
  const toFreshRow = (row: FeedRow): FeedRow => ({ ...row, id: String((serial += 1)), serialNumber: `T-${serial}` });
  const findShopId = async (name: string) => ((await db('shops').where({ name }).first('id')) as { id: string }).id;
  const createOrders = async (rows: number | readonly FeedRow[]): Promise<string[]> => {
    const feedRows =
      typeof rows === 'number'
        ? Array.from({ length: rows }, (_, n) => toFreshRow(feed[n % feed.length] as FeedRow))
        : rows;
    await importOrders(world.ctx('office.user'), { orders: feedRows });
    const storedRows = (await db('orders')
      .whereIn(
        'external_id',
        feedRows.map((row) => row['id'] as string),
      )
      .select('id', 'external_id')) as { id: string; external_id: string }[];
    return feedRows.map((row) => storedRows.find((order) => order.external_id === row['id'])?.id ?? '');
  };
  const createPushedOrder = async (status: OrderStatus, shop = homeShop): Promise<string> => {
    const [id = ''] = await createOrders([toFreshRow({ ...feed[0], shopName: shop })]);
    const building = status === 'Building';
    await db('orders')
      .where({ id })
      .update({
        status,
        is_building: building,
        status_since: world.now,
        date_finished: ['Finished', 'Invoiced'].includes(status) ? '2026-11-17' : null,
      });
    return id;
  };
  return {
    findShopId,
    createOrders,
    createPushedOrder,
    createFinishedOrder: (shop) => createPushedOrder('Finished', shop),
  };
}

async function runAsAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(`${inject('pgUrl')}/postgres`);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
