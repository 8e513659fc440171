import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCorrection } from '../../billing/corrections/service.js';
import { decideApprovals } from '../../billing/approvals/service.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { updateRepair } from '../../billing/repair-invoices/life/change.js';
import { createRepair } from '../../billing/repair-invoices/life/create.js';
import { getRepair } from '../../billing/repair-invoices/service.js';
import { storeRetailPrices, raiseRetailPrices } from '../../catalogue/sheds/retail-prices.js';
import { createKey } from '../../company/keys/service.js';
import { getKeyActor } from '../../company/keys/actor.js';
import { findSignInKeys } from '../../company/keys/queries.js';
import { updateControl, getControl } from '../../company/control/service.js';
import type { Ctx } from '../../kernel/context.js';
import { computeEffect } from '../../catalogue/prices/effect.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { approveRequest, requestApproval, denyRequest, listRequests, withdrawRequest } from './service.js';

const world = useWorld();
const boss = () => world.ctx('office.admin');
const clerk = () => world.ctx('office.user');
const names = { boss: '', clerk: '' };

async function setRules(change: Omit<Parameters<typeof updateControl>[1], 'id'>): Promise<void> {
  const { _id: id } = await getControl(world.ctx('system'), {});
  await updateControl(world.ctx('system'), { id, ...change });
}
const rulesOff = {
  noOwnDecisions: false,
  amountLimit: null,
  amountNeeds: 'second person',
  pricePercent: null,
} as const;

beforeAll(() => {
  names.boss = world.actor('office.admin').name;
  names.clerk = world.actor('office.user').name;
});
afterEach(() => setRules(rulesOff));

const makeInvoice = async (ctx: Ctx): Promise<string> =>
  (await createInvoice(ctx, { order: await world.createFinishedOrder() })).invoice._id;
let repairs = 0;
async function makeRepair(ctx: Ctx, type: 'Repair' | 'Driver'): Promise<string> {
  const { id: item } = (await world.db('items').first('id')) as { id: string };
  const { repairInvoice } = await createRepair(ctx, {
    ...{ type, shop: await world.findShopId(homeShop), invoiceNumber: `R-${(repairs += 1)}` },
    items: [{ item, quantity: 2, rate: 12.5 }],
  });
  return repairInvoice._id;
}
const approveRepair = (ctx: Ctx, id: string) => updateRepair(ctx, { id, status: 'Approved' });
const approve = (ctx: Ctx, id: string) => updateInvoice(ctx, { id, status: 'Approved' });
const readStatus = async (id: string) =>
  ((await world.db('invoices').where({ id }).first('status')) as { status: string }).status;

/** A context of a new API key, which the boss made. */
async function makeKeyCtx(): Promise<Ctx> {
  const scopes = ['invoices.create', 'invoices.update', 'invoices.decide', 'invoices.read', 'orders.read'] as const;
  const { item } = await createKey(boss(), { name: 'Desk', scopes: [...scopes, 'approvals.read'] });
  const key = (await findSignInKeys(world.db)).find(({ _id }) => _id === item._id);
  const actor = key && getKeyActor(key);
  return actor ? { ...boss(), actor, via: 'key' } : expect.fail('the key works');
}

describe('the rules', () => {
  test('are off until an owner enables them, which only a super admin may', async () => {
    const rules = await getControl(clerk(), {});
    expect(rules).toMatchObject(rulesOff);
    for (const who of ['office.user', 'shop.admin'] as const)
      await expect(updateControl(world.ctx(who), { id: rules._id, pricePercent: 1 })).rejects.toMatchObject({
        code: 'permission-denied',
      });
    await expect(getControl(world.ctx('shop.admin'), {})).rejects.toMatchObject({ code: 'permission-denied' });
    const id = await makeInvoice(clerk());
    await approve(clerk(), id);
  });
});

describe('no one decides on their own work', () => {
  test('an invoice is approved, denied and reopened by another user, one by one and in bulk', async () => {
    await setRules({ noOwnDecisions: true });
    const id = await makeInvoice(clerk());
    await expect(approve(clerk(), id)).rejects.toMatchObject({
      code: 'own-decision',
      message: expect.stringMatching(new RegExp(`${names.boss}.* could`)),
    });
    const { password_hash: hash } = (await world.db('users').where({ name: names.boss }).first('password_hash')) as {
      password_hash: string;
    };
    await world.db('users').where({ name: names.boss }).update({ password_hash: '' }); // was invited, cannot sign in yet
    await expect(approve(clerk(), id)).rejects.not.toThrow(names.boss);
    await world.db('users').where({ name: names.boss }).update({ password_hash: hash });
    await expect(updateInvoice(clerk(), { id, status: 'Denied', newMessage: 'No' })).rejects.toMatchObject({
      code: 'own-decision',
    });
    const { results } = await decideApprovals(clerk(), {
      decision: 'Approved',
      records: [{ kind: 'invoice', _id: id, revision: 1 }],
    });
    expect(results).toMatchObject([{ done: false, msg: expect.stringContaining('own work') }]);
    await approve(boss(), id);
    await expect(updateInvoice(clerk(), { id, status: 'New' })).rejects.toMatchObject({ code: 'own-decision' });
  });

  test('a repair or driver invoice is approved, paid and reopened by another user', async () => {
    await setRules({ noOwnDecisions: true });
    for (const type of ['Repair', 'Driver'] as const) {
      const id = await makeRepair(clerk(), type);
      await expect(approveRepair(clerk(), id)).rejects.toMatchObject({
        code: 'own-decision',
        message: expect.stringContaining(`${type} invoice`),
      });
      await approveRepair(boss(), id);
      for (const status of ['Paid', 'New'] as const)
        await expect(updateRepair(clerk(), { id, status })).rejects.toMatchObject({ code: 'own-decision' });
    }
  });

  test('whoever changes the amount of a repair invoice has worked on it, even in the call that approves it', async () => {
    await setRules({ noOwnDecisions: true });
    const { id: item } = (await world.db('items').first('id')) as { id: string };
    const raise = { items: [{ item, quantity: 2, rate: 900 }] };
    const ownWork = { code: 'own-decision' };
    const id = await makeRepair(world.ctx('shop.user'), 'Repair');
    await expect(updateRepair(clerk(), { id, ...raise, status: 'Approved' })).rejects.toMatchObject(ownWork);
    expect(await getRepair(boss(), { id })).toMatchObject({ status: 'New', invoiceTotal: 25 });
    await updateRepair(clerk(), { id, ...raise });
    await expect(approveRepair(clerk(), id)).rejects.toMatchObject(ownWork);
    await approveRepair(boss(), id);
  });

  test('a message is no work on a repair invoice', async () => {
    await setRules({ noOwnDecisions: true });
    const id = await makeRepair(world.ctx('shop.user'), 'Repair');
    await updateRepair(clerk(), { id, newMessage: 'Please send a photo' });
    await approveRepair(clerk(), id);
    expect((await getRepair(clerk(), { id })).status).toBe('Approved');
  });

  test('what an API key creates counts as created by its maker', async () => {
    await setRules({ noOwnDecisions: true });
    const byKey = await makeKeyCtx();
    const id = await makeInvoice(byKey);
    await expect(approve(boss(), id)).rejects.toMatchObject({ code: 'own-decision' });
    const ownInvoice = await makeInvoice(boss());
    await expect(approve(byKey, ownInvoice)).rejects.toMatchObject({ code: 'own-decision' });
    await approve(clerk(), id);
  });

  test('a payment cannot be created by whoever created an invoice or a correction in it', async () => {
    const invoiceId = await makeInvoice(world.ctx('shop.user'));
    await approve(boss(), invoiceId);
    await createPayment(boss(), { invoices: [invoiceId] });
    const order = ((await world.db('invoices').where({ id: invoiceId }).first('order_id')) as { order_id: string })
      .order_id;
    await setRules({ noOwnDecisions: true });
    const { correction } = await createCorrection(clerk(), { order, amount: 12.5, reason: 'Too little' });
    const id = await makeInvoice(clerk());
    await approve(boss(), id);
    await expect(createPayment(clerk(), { invoices: [id], corrections: [] })).rejects.toMatchObject({
      code: 'own-decision',
    });
    await expect(createPayment(clerk(), { invoices: [], corrections: [correction._id] })).rejects.toMatchObject({
      code: 'own-decision',
    });
    await createPayment(boss(), { invoices: [id], corrections: [correction._id] });
    expect(await readStatus(id)).toBe('Paid');
  });
});

describe('amounts above a limit', () => {
  test('require the role that the owner chose; the refusal names who has it', async () => {
    await setRules({ amountLimit: 1, amountNeeds: 'Office Admin' });
    const id = await makeInvoice(world.ctx('shop.user'));
    await expect(approve(clerk(), id)).rejects.toMatchObject({
      code: 'amount-needs-role',
      message: expect.stringMatching(new RegExp(`above \\$1\\.00 need an Office Admin\\. .*${names.boss}`)),
    });
    await approve(boss(), id);
  });

  test('of repairs and corrections are limited too', async () => {
    const invoiceId = await makeInvoice(world.ctx('shop.user'));
    await approve(boss(), invoiceId);
    await createPayment(boss(), { invoices: [invoiceId] });
    const { order_id: order } = (await world.db('invoices').where({ id: invoiceId }).first('order_id')) as {
      order_id: string;
    };
    const id = await makeRepair(world.ctx('shop.user'), 'Repair');
    await setRules({ amountLimit: 1 });
    const refusal = { code: 'second-person-needed', message: expect.stringContaining(names.boss) as string };
    await expect(approveRepair(clerk(), id)).rejects.toMatchObject(refusal);
    for (const amount of [1.01, -1.01])
      await expect(createCorrection(clerk(), { order, amount, reason: 'Freight' })).rejects.toMatchObject(refusal);
    await createCorrection(clerk(), { order, amount: 1, reason: 'Freight' });
    const { request } = await requestApproval(clerk(), {
      call: 'PUT /api/repairinvoice/update/:id',
      input: { id, status: 'Approved' },
    });
    await approveRequest(boss(), { id: request._id });
    expect((await getRepair(boss(), { id })).status).toBe('Approved');
  });

  test('require a second person: one user requests, another approves, and it is done once as the first user', async () => {
    const id = await makeInvoice(world.ctx('shop.user'));
    await approve(boss(), id);
    await setRules({ amountLimit: 1 });
    const input = { invoices: [id], corrections: [], memo: 'Friday' };
    const call = 'POST /api/payment';
    await expect(createPayment(clerk(), input)).rejects.toMatchObject({
      code: 'second-person-needed',
      message: expect.stringContaining(names.boss),
    });
    const { request } = await requestApproval(clerk(), { call, input, note: 'The shop waits' });
    expect(request).toMatchObject({ own: true, decidable: false, asker: names.clerk, note: 'The shop waits' });
    expect(await readStatus(id)).toBe('Approved');
    await expect(approveRequest(clerk(), { id: request._id })).rejects.toMatchObject({ code: 'request-own' });
    const [seen] = (await listRequests(boss(), {})).items;
    expect(seen).toMatchObject({ _id: request._id, decidable: true });
    const toShop = / to Ridge Line Barns$/; // each shop numbers its own payments
    expect(seen?.why).toMatch(/^Payment \S+ to Ridge Line Barns is /);
    expect(seen?.effect.find(({ recordKind }) => recordKind === 'payment')?.name).toMatch(toShop);
    const numbers = seen?.effect
      .filter(({ recordKind }) => recordKind !== 'payment')
      .flatMap(({ changes }) => changes.filter(({ field }) => field === 'paymentNumber').map(({ to }) => to));
    expect(numbers).toEqual([expect.stringMatching(toShop)]);
    const results = await Promise.allSettled([
      approveRequest(boss(), { id: request._id }),
      approveRequest(world.ctx('system'), { id: request._id }),
      denyRequest(world.ctx('system'), { id: request._id, reason: 'No' }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'request-decided' });
  });

  test('a request can be denied with a reason, or withdrawn by whoever made it', async () => {
    const id = await makeInvoice(world.ctx('shop.user'));
    await setRules({ amountLimit: 1 });
    const payload = { call: 'PUT /api/invoice/update/:id', input: { id, status: 'Approved' } };
    const { request } = await requestApproval(clerk(), payload);
    const { request: deniedRequest } = await denyRequest(boss(), { id: request._id, reason: 'Too much' });
    expect(deniedRequest).toMatchObject({ state: 'denied', answer: 'Too much', decidedBy: names.boss });
    const again = await requestApproval(clerk(), payload);
    await expect(withdrawRequest(boss(), { id: again.request._id })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await withdrawRequest(clerk(), { id: again.request._id });
    await expect(approveRequest(boss(), { id: again.request._id })).rejects.toMatchObject({ code: 'request-decided' });
    expect(await readStatus(id)).toBe('New');
  });

  test('a request that is out of date is not done, and gives the reason', async () => {
    const id = await makeInvoice(world.ctx('shop.user'));
    await setRules({ amountLimit: 1 });
    const { request } = await requestApproval(clerk(), {
      call: 'PUT /api/invoice/update/:id',
      input: { id, status: 'Approved' },
    });
    await updateInvoice(boss(), { id, status: 'Denied', newMessage: 'Wrong size' });
    const { request: doneRequest, msg } = await approveRequest(boss(), { id: request._id });
    expect(doneRequest).toMatchObject({ state: 'overtaken', answer: expect.stringContaining('Denied') });
    expect(msg).toContain('Not carried out');
    expect(await readStatus(id)).toBe('Denied');
  });

  test('a request of an API key that has expired or was revoked is not done', async () => {
    const id = await makeInvoice(world.ctx('shop.user'));
    await setRules({ amountLimit: 1 });
    for (const end of [{ expires_at: world.now }, { revoked_at: world.now }]) {
      const byKey = await makeKeyCtx();
      const input = { id, status: 'Approved' };
      const { request } = await requestApproval(byKey, { call: 'PUT /api/invoice/update/:id', input });
      await world
        .db('api_keys')
        .where({ id: byKey.actor?.id ?? '' })
        .update(end);
      const { msg } = await approveRequest(clerk(), { id: request._id });
      expect(msg).toBe('Not carried out: Desk can no longer sign in.');
      expect(await readStatus(id)).toBe('New');
    }
  });

  test('a request is refused if no second person is needed, and if the call would be refused anyway', async () => {
    const id = await makeInvoice(world.ctx('shop.user'));
    const call = 'PUT /api/invoice/update/:id';
    await expect(requestApproval(clerk(), { call, input: { id, status: 'Approved' } })).rejects.toMatchObject({
      code: 'request-not-needed',
    });
    await setRules({ amountLimit: 1 });
    await expect(requestApproval(clerk(), { call, input: { id, status: 'Paid' } })).rejects.toMatchObject({
      code: 'invoice-status',
    });
    await expect(requestApproval(clerk(), { call: 'DELETE /api/company', input: {} })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await expect(requestApproval(world.ctx('shop.user'), { call, input: {} })).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });
});

describe('price changes above a percent', () => {
  interface Shed {
    readonly id: string;
    readonly retail_price: number;
  }
  const findShed = async (): Promise<Shed> =>
    (await world.db('sheds').where('retail_price', '>', 100_000).orderBy('id').first('id', 'retail_price')) as Shed;
  const readPrice = async (id: string) =>
    ((await world.db('sheds').where({ id }).first('retail_price')) as { retail_price: number }).retail_price;

  test('are refused everywhere, even in small steps, until a second person approves', async () => {
    const { id, retail_price: price } = await findShed();
    await setRules({ pricePercent: 10 });
    const raise = (factor: number) => ({ sheds: [{ _id: id, retailPrice: Math.round(price * factor) / 100 }] });
    await storeRetailPrices(boss(), raise(1.09));
    await expect(storeRetailPrices(boss(), raise(1.18))).rejects.toMatchObject({
      code: 'second-person-needed',
      message: expect.stringContaining('more than 10% needs a second person'),
    });
    const category = (
      (await world
        .db('sheds as s')
        .join('shed_models as m', 'm.id', 's.model_id')
        .where('s.id', id)
        .first('m.category_id')) as { category_id: string }
    ).category_id;
    await expect(raiseRetailPrices(world.ctx('system'), { category, percent: 20 })).rejects.toMatchObject({
      code: 'second-person-needed',
    });
    const effect = await computeEffect(storeRetailPrices as never)(boss(), raise(2));
    expect(effect).toHaveProperty('sheds');
    const call = 'PUT /api/shed/update/retailprices';
    const { request } = await requestApproval(boss(), { call, input: raise(1.5) });
    expect(request.effect.length).toBeGreaterThan(0);
    await expect(approveRequest(clerk(), { id: request._id })).rejects.toMatchObject({ code: 'permission-denied' });
    const { request: doneRequest } = await approveRequest(world.ctx('system'), { id: request._id });
    expect(doneRequest.state).toBe('applied');
    expect(await readPrice(id)).toBe(Math.round(price * 1.5));
  });

  test('a price that changed in the meantime makes the request out of date', async () => {
    const { id, retail_price: price } = await findShed();
    await setRules({ pricePercent: 5 });
    const input = { sheds: [{ _id: id, retailPrice: (price * 2) / 100 }] };
    const { request } = await requestApproval(boss(), { call: 'PUT /api/shed/update/retailprices', input });
    await setRules({ pricePercent: null });
    await storeRetailPrices(boss(), { sheds: [{ _id: id, retailPrice: (price + 100) / 100 }] });
    await setRules({ pricePercent: 5 });
    const { request: doneRequest } = await approveRequest(world.ctx('system'), { id: request._id });
    expect(doneRequest.state).toBe('overtaken');
    expect(await readPrice(id)).toBe(price + 100);
  });

  test('other fields and the first price of a shed need no second person', async () => {
    const { id } = await findShed();
    await world.db('sheds').where({ id }).update({ retail_price: 0 });
    await world.db('catalogue_versions').where({ row_key: id }).delete();
    await setRules({ pricePercent: 5 });
    await storeRetailPrices(boss(), { sheds: [{ _id: id, retailPrice: 5000 }] });
    expect(await readPrice(id)).toBe(500_000);
  });
});
