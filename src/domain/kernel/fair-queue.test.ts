import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue, type FairLimits } from './fair-queue.js';

const atLeisure = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose work ends when the test ends it, and the sequence in which the work ran. */
function observe(limits: FairLimits) {
  const queue = new FairQueue(limits);
  const running: { who: string; end: () => void }[] = [];
  const waiting: string[] = [];
  const started: { who: string; n: number; overtook: readonly string[] }[] = [];
  const arrivals = new Map<string, number>();
  const getRunning = (who: string) => running.filter((one) => one.who === who).length;
  const arrive = (who: string) => {
    const n = (arrivals.get(who) ?? 0) + 1;
    arrivals.set(who, n);
    waiting.push(who);
    void queue.run(who, () => {
      waiting.splice(waiting.indexOf(who), 1);
      const overtook = [...new Set(waiting)].filter((other) => other !== who && getRunning(other) < limits.each);
      started.push({ who, n, overtook });
      return new Promise<void>((end) => running.push({ who, end }));
    });
  };
  const finish = async (n: number) => {
    running.splice(n % running.length, 1)[0]?.end();
    await atLeisure();
  };
  return { arrive, finish, running, waiting, started, getRunning };
}

describe('users take turns', () => {
  const people = ['Ann', 'Bo', 'Cy', 'Di'] as const;
  const steps = fc.array(fc.oneof(fc.constantFrom(...people), fc.nat(20)), { maxLength: 120 });
  const limits = fc.record({ atOnce: fc.integer({ min: 1, max: 4 }), each: fc.integer({ min: 1, max: 3 }) });

  test('within the limits, with no slot left free, and no one overtaken twice', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (given, all) => {
        const seen = observe({ ...given, waiting: 1000 });
        for (const step of all) {
          if (typeof step === 'string') seen.arrive(step);
          else if (seen.running.length > 0) await seen.finish(step);
          await atLeisure();
          expect(seen.running.length).toBeLessThanOrEqual(given.atOnce);
          for (const who of people) expect(seen.getRunning(who)).toBeLessThanOrEqual(given.each);
          if (seen.running.length < given.atOnce)
            for (const who of seen.waiting) expect(seen.getRunning(who)).toBe(given.each);
        }
        while (seen.running.length > 0) await seen.finish(0);
        expect(seen.waiting).toEqual([]);
        for (const who of people) {
          const own = seen.started.filter((one) => one.who === who);
          expect(own.map(({ n }) => n)).toEqual(own.map((_, n) => n + 1)); // each user's in the sequence of arrival
          const turns = seen.started.filter((one) => one.who === who || one.overtook.includes(who));
          for (const [n, { who: first }] of turns.entries())
            // no other user had two turns while this one waited for one
            if (first !== who)
              expect(turns.slice(n + 1).find((later) => later.who === first || later.who === who)?.who).toBe(who);
        }
      }),
    );
  });

  test('three hundred requests of one user delay another by at most two of them', async () => {
    const seen = observe({ atOnce: 2, each: 2, waiting: 300 });
    for (let n = 0; n < 300; n++) seen.arrive('Ann');
    seen.arrive('Bo');
    await atLeisure();
    await seen.finish(0);
    await seen.finish(0);
    expect(seen.running.map(({ who }) => who)).toContain('Bo');
    expect(seen.started).toHaveLength(4);
  });
});

describe('a wait that ends', () => {
  const one = { atOnce: 1, each: 1, waiting: 1 } as const;
  const forEver = () => new Promise<never>(() => undefined);

  test("when too many of a user's requests are waiting, and after too long", async () => {
    const queue = new FairQueue({ ...one, waitMs: 5 });
    void queue.run('Ann', forEver);
    const second = queue.run('Ann', forEver);
    await expect(queue.run('Ann', forEver)).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 5 } });
    await expect(second).rejects.toMatchObject({ code: 'busy' });
  });

  test('when its caller has disconnected; the next one takes its place', async () => {
    const queue = new FairQueue({ ...one, waiting: 2 });
    let end = (): void => undefined;
    const first = queue.run('Ann', () => new Promise<void>((ended) => (end = ended)));
    const left = new AbortController();
    const second = queue.run('Ann', forEver, () => left.signal);
    const third = queue.run('Bo', () => Promise.resolve('served'));
    left.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await expect(queue.run('Bo', forEver, () => left.signal)).rejects.toMatchObject({ code: 'cancelled' });
    end();
    await first;
    expect(await third).toBe('served');
  });

  test('failed work frees its slot for the next', async () => {
    const queue = new FairQueue(one);
    const failed = queue.run('Ann', () => Promise.reject(new Error('no')));
    const next = queue.run('Bo', () => Promise.resolve('served'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('served');
  });
});
