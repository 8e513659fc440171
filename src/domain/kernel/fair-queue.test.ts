import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue, type FairLimits } from './fair-queue.js';

const atLeisure = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose work ends when the test ends it, and the sequence in which the work ran. */
function observe(limits: FairLimits) {
  const queue = new FairQueue(limits);
  const running: { who: string; end: () => void }[] = [];
  const waiting: string[] = [];
  const starts: { who: string; n: number; overtook: readonly string[] }[] = [];
  const arrivals = new Map<string, number>();
  const getRunning = (who: string) => running.filter((one) => one.who === who).length;
  const arrive = (who: string) => {
    const n = (arrivals.get(who) ?? 0) + 1;
    arrivals.set(who, n);
    waiting.push(who);
    void queue.run(who, () => {
      waiting.splice(waiting.indexOf(who), 1);
      const overtook = [...new Set(waiting)].filter((other) => other !== who && getRunning(other) < limits.each);
      starts.push({ who, n, overtook });
      return new Promise<void>((end) => running.push({ who, end }));
    });
  };
  const finish = async (n: number) => {
    running.splice(n % running.length, 1)[0]?.end();
    await atLeisure();
  };
  return { arrive, finish, running, waiting, started: starts, getRunning };
}

describe('users take turns', () => {
  const people = ['Ann', 'Bo', 'Cy', 'Di'] as const;
  const steps = fc.array(fc.oneof(fc.constantFrom(...people), fc.nat(20)), { maxLength: 120 });
  const limits = fc.record({ atOnce: fc.integer({ min: 1, max: 4 }), each: fc.integer({ min: 1, max: 3 }) });

  test('within the limits, with no slot left free, and no one overtaken twice', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (limit, all) => {
        const observation = observe({ ...limit, waiting: 1000 });
        for (const step of all) {
          if (typeof step === 'string') observation.arrive(step);
          else if (observation.running.length > 0) await observation.finish(step);
          await atLeisure();
          expect(observation.running.length).toBeLessThanOrEqual(limit.atOnce);
          for (const who of people) expect(observation.getRunning(who)).toBeLessThanOrEqual(limit.each);
          if (observation.running.length < limit.atOnce)
            for (const who of observation.waiting) expect(observation.getRunning(who)).toBe(limit.each);
        }
        while (observation.running.length > 0) await observation.finish(0);
        expect(observation.waiting).toEqual([]);
        for (const who of people) {
          const ownStarts = observation.started.filter((one) => one.who === who);
          expect(ownStarts.map(({ n }) => n)).toEqual(ownStarts.map((_, n) => n + 1)); // each user's in the sequence of arrival
          const turns = observation.started.filter((one) => one.who === who || one.overtook.includes(who));
          for (const [n, { who: first }] of turns.entries())
            // no other user had two turns while this one waited for one
            if (first !== who)
              expect(turns.slice(n + 1).find((later) => later.who === first || later.who === who)?.who).toBe(who);
        }
      }),
    );
  });

  test('three hundred requests of one user delay another by at most two of them', async () => {
    const observation = observe({ atOnce: 2, each: 2, waiting: 300 });
    for (let n = 0; n < 300; n++) observation.arrive('Ann');
    observation.arrive('Bo');
    await atLeisure();
    await observation.finish(0);
    await observation.finish(0);
    expect(observation.running.map(({ who }) => who)).toContain('Bo');
    expect(observation.started).toHaveLength(4);
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
    const first = queue.run('Ann', () => new Promise<void>((resolve) => (end = resolve)));
    const leave = new AbortController();
    const second = queue.run('Ann', forEver, () => leave.signal);
    const third = queue.run('Bo', () => Promise.resolve('served'));
    leave.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await expect(queue.run('Bo', forEver, () => leave.signal)).rejects.toMatchObject({ code: 'cancelled' });
    end();
    await first;
    expect(await third).toBe('served');
  });

  test('failed work frees its slot for the next', async () => {
    const queue = new FairQueue(one);
    const failure = queue.run('Ann', () => Promise.reject(new Error('no')));
    const next = queue.run('Bo', () => Promise.resolve('served'));
    await expect(failure).rejects.toThrow('no');
    expect(await next).toBe('served');
  });
});
