import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChangeQueue, type Outcome } from './change-queue.js';
import { getCall, type KeptIn, type WaitingChange } from './waiting-list.js';

class RefusedChange extends Error {}

/** Works like the `localStorage` of a device: it outlives every page. */
function storage(): KeptIn {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (n) => [...entries.keys()][n] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  };
}

type ServerBehavior = 'works' | 'no server' | 'answer lost' | 'no answer yet';

/**
 * A server that behaves like the API: each order has a revision, each key is applied once and always has the same body.
 */
function server() {
  const orders = new Map<string, number>();
  const answers = new Map<string, { readonly body: string; readonly revision: number }>();
  const appliedChanges: WaitingChange[] = [];
  const put = (change: WaitingChange): number => {
    const body = JSON.stringify(getCall(change));
    const earlier = answers.get(change.id);
    if (earlier && earlier.body !== body) throw new Error('the key was used for another body');
    if (earlier) return earlier.revision;
    if ((orders.get(change.order) ?? 1) !== change.revision) throw new RefusedChange('stale');
    const revision = change.revision + 1;
    orders.set(change.order, revision);
    answers.set(change.id, { body, revision });
    appliedChanges.push(change);
    return revision;
  };
  const touch = (order: string) => void orders.set(order, (orders.get(order) ?? 1) + 1);
  return { put, touch, applied: appliedChanges, getRevision: (order: string) => orders.get(order) ?? 1 };
}

/** A device with one server; `open` returns a page, or the page after a reload. */
function device() {
  const device = storage();
  const at = server();
  const outcomes: Outcome[] = [];
  const now = { user: 'ann' as string | null, way: 'works' as ServerBehavior };
  const way = new EventTarget();
  let madeCount = 0;
  const open = () => {
    const queue = new ChangeQueue({
      store: device,
      user: () => now.user,
      send: async (change, { signal }) => {
        await Promise.resolve();
        if (now.way === 'no server') throw new TypeError('nobody there');
        if (now.way === 'no answer yet') await on(signal, way);
        const revision = at.put(change);
        if (now.way === 'answer lost') throw new TypeError('gone');
        return revision;
      },
      inTurn: (sendAll) => sendAll(),
      isTemporary: (error) => error instanceof TypeError,
      newId: () => `key-${(madeCount += 1)}`,
      now: () => 1000,
      retry: () => undefined,
    });
    queue.follow((outcome) => Promise.resolve(outcomes.push(outcome)));
    return queue;
  };
  const arrive = () => way.dispatchEvent(new Event('arrives'));
  return { at, outcomes, now, open, arrive, page: open() };
}

/** A request that is pending until it arrives or is aborted. */
const on = (signal: AbortSignal, way: EventTarget): Promise<void> =>
  new Promise((resolve, reject) => {
    way.addEventListener('arrives', () => resolve());
    signal.addEventListener('abort', () => reject(new TypeError('taken back')));
  });

const getOrder = (id: string, revision = 1) =>
  ({ _id: id, serialNumber: `S-${id}`, status: 'InQueue', revision }) as const;
const keys = (changes: readonly WaitingChange[]) => changes.map(({ id }) => id);

test('a change is sent immediately, and is shown until the screens have read it', async () => {
  const { page, at, outcomes } = device();
  page.add(getOrder('a'), { status: 'Building' });
  expect(page.changes().map(page.isHeld)).toEqual([false]);
  await page.flush();
  expect(at.applied).toMatchObject([{ order: 'a', from: 'InQueue', change: { status: 'Building' } }]);
  await expect.poll(() => page.changes()).toEqual([]);
  expect(outcomes).toMatchObject([{ waited: false }]);
});

test('without a server it waits, even across a reload, and is shown as waiting', async () => {
  const one = device();
  one.now.way = 'no server';
  one.page.add(getOrder('a'), { status: 'Building' });
  await one.page.flush();
  const reloadedQueue = one.open();
  expect(reloadedQueue.changes().map(reloadedQueue.isHeld)).toEqual([true]);
  one.now.way = 'works';
  await reloadedQueue.flush();
  expect(keys(one.at.applied)).toEqual(['key-1']);
  expect(one.outcomes).toMatchObject([{ waited: true }]);
});

test('a change whose answer was lost is applied once', async () => {
  const { page, at, now } = device();
  now.way = 'answer lost';
  page.add(getOrder('a'), { status: 'Building' });
  await page.flush();
  now.way = 'works';
  await page.flush();
  expect(keys(at.applied)).toEqual(['key-1']);
  expect(at.getRevision('a')).toBe(2);
});

test('changes based on a refused one are not sent but reported with it; other orders continue', async () => {
  const { page, at, now, outcomes } = device();
  now.way = 'no server';
  page.add(getOrder('a'), { status: 'Building' });
  page.add(getOrder('b'), { status: 'On Hold' });
  page.add(getOrder('a'), { status: 'Finished' });
  await page.flush();
  at.touch('a');
  now.way = 'works';
  await page.flush();
  expect(at.applied.map(({ order }) => order)).toEqual(['b']);
  expect(outcomes).toMatchObject([
    { change: { change: { status: 'Building' } }, dropped: [{ change: { status: 'Finished' } }], waited: true },
    { sent: { order: 'b' } },
  ]);
  expect(page.changes().filter(({ order }) => order === 'a')).toEqual([]);
});

test('no other user of the device sees or sends it', async () => {
  const { page, at, now, open } = device();
  now.way = 'no server';
  page.add(getOrder('a'), { status: 'Building' });
  await page.flush();
  now.way = 'works';
  for (const user of [null, 'ben', 'an', 'ann.x']) {
    now.user = user;
    const other = open();
    await other.flush();
    expect(other.changes()).toEqual([]);
    await page.flush();
    expect(page.changes()).toEqual([]);
  }
  expect(at.applied).toEqual([]);
  now.user = 'ann';
  await page.flush();
  expect(keys(at.applied)).toEqual(['key-1']);
});

test('waiting changes stop when their user signs out; one being sent is completed', async () => {
  for (const [before, expectedChanges] of [
    ['no server', []],
    ['no answer yet', ['key-1']],
  ] as const) {
    const { page, at, now, arrive } = device();
    now.way = before;
    page.add(getOrder('a'), { status: 'Building' });
    if (before === 'no server') await page.flush();
    now.way = 'no answer yet';
    const sending = page.flush();
    await Promise.resolve();
    await Promise.resolve();
    now.user = null;
    page.notifyFollowers();
    arrive();
    await sending;
    expect(keys(at.applied)).toEqual(expectedChanges);
  }
});

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), order: fc.constantFrom('a', 'b', 'c') }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('way' as const),
        way: fc.constantFrom<ServerBehavior>('works', 'no server', 'answer lost'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('user' as const), user: fc.constantFrom('ann', 'ben', null) }),
    },
  ),
  { maxLength: 40 },
);

test('whatever is lost and reloaded: each change is applied once, those of one user in order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const one = device();
      let page = one.page;
      const users = { ann: ['a', 'b'], ben: ['c'] } as const; // so that users do not block each other
      const madeChanges: { readonly user: string; readonly mark: string }[] = [];
      for (const step of all) {
        if (step.do === 'way') one.now.way = step.way;
        else if (step.do === 'user') one.now.user = step.user;
        else if (step.do === 'reload') page = one.open();
        else if (step.do === 'send') await page.flush();
        else {
          const { user } = one.now;
          if (user === null || !(users[user as 'ann'] as readonly string[]).includes(step.order)) continue;
          const mark = String(madeChanges.push({ user, mark: String(madeChanges.length) }) - 1);
          page.add(getOrder(step.order, one.at.getRevision(step.order)), { holdReason: mark });
        }
        await page.flush();
      }
      one.now.way = 'works';
      for (const user of ['ann', 'ben']) {
        one.now.user = user;
        await page.flush();
        expect(page.changes().filter(page.isHeld)).toEqual([]);
        const expectedMarks = madeChanges.filter((change) => change.user === user).map(({ mark }) => mark);
        expect(one.at.applied.filter((change) => change.user === user).map(({ change }) => change.holdReason)).toEqual(
          expectedMarks,
        );
      }
    }),
    { numRuns: 300 },
  );
});
