import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, answer, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { useNetwork, type PassingRequest } from './network.js';
import type { Call } from './product.js';

interface ItemList<T> {
  readonly items: readonly T[];
}
interface Message {
  readonly content: string;
  readonly read: boolean;
}
interface Order {
  readonly _id: string;
  readonly serialNumber: string;
}

const demo = useDemo();
/** The network between the shop and the server. */
const network = useNetwork(demo);
const isMessage = ({ method, path }: PassingRequest): boolean => method === 'POST' && path === '/api/comment';
/** The office clerk and the shop admin, each in a separate browser. */
let [clerk, desk] = [] as unknown as [Page, Page];
let office: Call;
let order: Order;
let shop: { readonly _id: string; readonly name: string };

beforeAll(async () => {
  office = await demo.callAs('office.admin@demo.test');
  const atShop = await demo.callAs('shop.admin@demo.test');
  shop = (await atShop<typeof shop>('GET', '/api/shop/current')).body;
  order = (await atShop<ItemList<Order>>('GET', '/api/orders/status/building')).body.items[0] as Order;
  [clerk, desk] = await Promise.all([
    demo.openAs('office.admin@demo.test'),
    demo.openAs('shop.admin@demo.test', undefined, { baseURL: network.address }),
  ]);
});

/** Waits until the header shows this number of unread messages. */
const waiting = (page: Page, unread: number): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('link', { name: unread === 0 ? 'Messages' : `Messages: ${unread} unread`, exact: true })
    .waitFor();
const getMessage = (page: Page, text: string): Locator =>
  page.locator('main').getByRole('listitem').filter({ hasText: text });
const markRead = (message: Locator): Locator => message.getByRole('button', { name: /^Mark Read/ });
const readStored = async (text: string): Promise<Message[]> => {
  const { body } = await office<ItemList<Message>>('GET', '/api/comment/all?size=500');
  return body.items.filter(({ content }) => content === text);
};
/** Opens the dialog of a new message, types the text, and returns the dialog. */
async function writeOn(page: Page, button: string, text: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  await dialog.getByRole('textbox').fill(text);
  return dialog;
}
const getBoardPath = () => `/company/messages/shop?id=${shop._id}`;

describe('a conversation between a shop and the office', () => {
  test('reaches the other side live, and the receiver marks it read', async () => {
    await open(clerk, '/company/messages');
    await open(desk, `/shop/order/form?id=${order._id}`);
    const comment = desk.getByRole('form', { name: 'New message' });
    await comment.getByLabel('Message').fill('Which side is the door on?');
    await comment.getByRole('button', { name: 'Send' }).click();
    await waiting(clerk, 1);
    await clerk.getByRole('status').filter({ hasText: 'New message. 1 unread message.' }).waitFor();
    const row = clerk.getByRole('row').filter({ hasText: shop.name });
    await row.getByText('1', { exact: true }).waitFor();
    const size = clerk.viewportSize() ?? expect.fail();
    await clerk.setViewportSize({ width: 390, height: 844 });
    await clerk.getByRole('button', { name: new RegExp(`^${shop.name}.*1 unread`) }).waitFor();
    await clerk.setViewportSize(size);
    await row.getByRole('link', { name: `Show Messages of ${shop.name}` }).click();
    const question = getMessage(clerk, 'Which side is the door on?');
    await markRead(question).waitFor();
    expect(await markRead(getMessage(desk, 'Which side is the door on?')).count()).toBe(0);

    const dialog = await writeOn(clerk, `Reply: ${order.serialNumber}`, 'On the left.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waiting(desk, 1);
    const reply = getMessage(desk, 'On the left.');
    await reply.waitFor();
    expect(await markRead(getMessage(clerk, 'On the left.')).count()).toBe(0);

    await markRead(reply).click();
    await waiting(desk, 0);
    await getMessage(clerk, 'On the left.').getByText('Read', { exact: true }).waitFor();
    await waiting(clerk, 1);
    await markRead(question).click();
    await waiting(clerk, 0);
    await getMessage(desk, 'Which side is the door on?').getByText('Read', { exact: true }).waitFor();
  });

  test('lists messages without an order first, and requires text', async () => {
    await open(clerk, getBoardPath());
    await open(desk, '/shop/messages');
    const dialog = await writeOn(desk, 'New Message', '');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('alert').getByText('Please enter a message').waitFor();
    await dialog.getByRole('textbox').fill('The truck is here.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await getMessage(clerk, 'The truck is here.').waitFor();
    for (const page of [clerk, desk]) {
      const headings = page.locator('main').getByRole('heading', { level: 2 });
      expect(await headings.allInnerTexts()).toEqual(['No Serial Number', order.serialNumber]);
      expect(await listAccessibilityFaults(page)).toEqual([]);
    }
  });

  test('shows its last page when the address has a page after it', async () => {
    await open(desk, '/shop/messages?page=9');
    await getMessage(desk, 'On the left.').waitFor();
  });

  test('can be read but not written by builders', async () => {
    const builder = await demo.openAs('builder@demo.test');
    for (const path of ['/shop/messages', `/shop/order/form?id=${order._id}`]) {
      await open(builder, path);
      await getMessage(builder, 'On the left.').waitFor();
      expect(await builder.getByRole('form', { name: 'New message' }).count()).toBe(0);
    }
    await open(builder, '/shop/messages');
    const reason = 'You do not have permission to write messages about orders.';
    expect(await builder.getByRole('button', { name: 'New Message' }).getAttribute('aria-disabled')).toBe('true');
    await builder.getByRole('button', { name: 'New Message' }).hover();
    await builder.getByText(reason).first().waitFor();
    await builder.context().close();
  });
});

describe('a message sent while the connection drops', () => {
  test('is stored once when it is sent again after a lost answer', async () => {
    await open(clerk, getBoardPath());
    await open(desk, '/shop/messages');
    demo.browser.expectFaults(/net::ERR/);
    network.loseAnswers(isMessage);
    const dialog = await writeOn(desk, 'New Message', 'Only one of me.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('alert').getByText('Could not reach the server').waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Only one of me.');
    await getMessage(clerk, 'Only one of me.').waitFor();
    network.restore();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await readStored('Only one of me.')).toHaveLength(1);
    await getMessage(desk, 'Only one of me.').waitFor();
    for (const page of [clerk, desk]) expect(await getMessage(page, 'Only one of me.').count()).toBe(1);
  });

  test('stays in its field if not sent, and is sent when the connection is back', async () => {
    await open(desk, `/shop/order/form?id=${order._id}`);
    await open(clerk, `/company/order/form?id=${order._id}`);
    demo.browser.expectFaults(/net::ERR/);
    const comment = desk.getByRole('form', { name: 'New message' });
    await comment.getByLabel('Message').fill('Do not lose me.');
    await desk.context().setOffline(true);
    await comment.getByRole('button', { name: 'Send' }).click();
    await comment.getByRole('alert').getByText('Could not reach the server').waitFor();
    expect(await comment.getByLabel('Message').inputValue()).toBe('Do not lose me.');
    expect(await readStored('Do not lose me.')).toEqual([]);
    await desk.context().setOffline(false);
    await comment.getByRole('button', { name: 'Send' }).click();
    await getMessage(clerk, 'Do not lose me.').waitFor();
    await getMessage(desk, 'Do not lose me.').waitFor();
    await expect.poll(() => comment.getByLabel('Message').inputValue()).toBe('');
    expect(await readStored('Do not lose me.')).toHaveLength(1);
  });
});

describe('the board', () => {
  test('accepts a message about an order, and preserves a draft when leaving and reloading', async () => {
    await open(desk, '/shop/messages');
    const dialog = await writeOn(desk, 'New Message', 'Begun and not sent');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.reload();
    await desk.getByRole('button', { name: 'New Message', exact: true }).click();
    expect(await dialog.getByRole('textbox', { name: /^Message/ }).inputValue()).toBe('Begun and not sent');
    expect(await listAccessibilityFaults(desk)).toEqual([]);
    await dialog.getByLabel('About order').fill('NO-SUCH-ORDER');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('This shop has no order with this serial number.').first().waitFor();
    await dialog.getByLabel('About order').fill(order.serialNumber);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    const group = desk.getByRole('region', { name: order.serialNumber });
    await group.getByText('Begun and not sent').waitFor();
    await desk.getByRole('button', { name: 'New Message', exact: true }).click();
    expect(await dialog.getByRole('textbox', { name: /^Message/ }).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await open(desk, `/shop/order/form?id=${order._id}`);
    const comment = desk.getByRole('form', { name: 'New message' }).getByLabel('Message');
    await comment.fill('Kept on the order too');
    await open(desk, `/shop/order/form?id=${order._id}`);
    expect(await comment.inputValue()).toBe('Kept on the order too');
    await comment.fill('');
  });

  test('marks all messages read in one step', async () => {
    await open(clerk, getBoardPath());
    await clerk.getByRole('button', { name: 'Mark all read' }).click();
    await answer(clerk, 'Mark all read');
    await waitForToast(clerk, / marked as read\.$/);
    await clerk.getByRole('button', { name: 'Mark all read' }).waitFor({ state: 'detached' });
    expect(await clerk.locator('main').getByText('Unread', { exact: true }).count()).toBe(0);
    expect((await readStored('Begun and not sent'))[0]?.read).toBe(true);
  });
});

describe('an announcement of the office', () => {
  const text = 'Closed on Friday.\nInvoices by Thursday noon.';
  const getArea = (page: Page): Locator => page.getByRole('region', { name: 'Announcements', exact: true }).first();

  test('appears at the shop, updates as the office edits it, and is marked read by each user', async () => {
    await open(clerk, '/company/announcements/shop');
    await open(desk, '/shop/home');
    await clerk.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = clerk.getByRole('dialog', { name: 'Add Announcement' });
    await dialog.getByRole('textbox').fill(text);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForToast(clerk, 'Announcement published.');
    await getArea(desk).getByText('Closed on Friday.').waitFor();
    expect(await getArea(clerk).getByText('Closed on Friday.').count()).toBe(0);
    await clerk.getByRole('button', { name: /^Edit announcement “Closed on Friday/ }).click();
    await clerk.getByRole('dialog').getByRole('textbox').fill('Closed on Monday.');
    await clerk.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await waitForToast(clerk, 'Announcement is updated.');
    await getArea(desk).getByText('Closed on Monday.').waitFor();
    expect(await listAccessibilityFaults(desk)).toEqual([]);
    await getArea(desk).getByRole('button', { name: 'Mark Read: Closed on Monday.' }).click();
    await getArea(desk).waitFor({ state: 'detached' });
    const colleague = await demo.openAs('shop.user@demo.test');
    await getArea(colleague).getByText('Closed on Monday.').waitFor();
    await open(colleague, '/shop/announcements');
    await colleague.getByRole('row').filter({ hasText: 'Closed on Monday.' }).getByText('Unread').waitFor();
    expect(await colleague.getByRole('button', { name: /^(Add|Edit|Delete)/ }).count()).toBe(0);
    await colleague.context().close();
  });

  test('for the company is seen only by the office, and disappears when deleted', async () => {
    await open(clerk, '/company/announcements/company');
    await open(desk, '/shop/announcements');
    await clerk.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = clerk.getByRole('dialog', { name: 'Add Announcement' });
    expect(await dialog.getByLabel('Company-specific').isChecked()).toBe(true);
    await dialog.getByRole('textbox').fill('Payroll meets at nine.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await getArea(clerk).getByText('Payroll meets at nine.').waitFor();
    await clerk.getByRole('button', { name: /^Delete announcement “Payroll/ }).click();
    await answer(clerk, 'Delete');
    await waitForToast(clerk, 'Announcement is deleted.');
    await clerk.getByRole('heading', { name: 'No Company Announcements' }).waitFor();
    expect(await desk.getByText('Payroll meets at nine.').count()).toBe(0);
    expect(await listAccessibilityFaults(clerk)).toEqual([]);
  });
});
