import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { createTokens } from '../src/domain/kernel/rights/tokens.js';
import { startServer } from '../src/api/server.js';
import { getFeed } from './lib/feed.js';
import { runOnCopy } from './lib/ground.js';
import { checkBound, note } from './lib/measure.js';

const ORDERS = 10_000;
const MOST_MB = 400;
const SECRET = 'x'.repeat(40);

interface Step {
  readonly what: string;
  readonly ms: number;
  readonly orderCount: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/**
 * Previews and uploads 10,000 orders over HTTP, and measures how long `/healthz` takes meanwhile and how much memory is
 * used.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('catalogue', async ({ db, url, folder }) => {
    const file = path.join(folder, 'feed.json');
    await writeFile(file, JSON.stringify(getFeed(ORDERS)));
    const user = (await db('users')
      .where({ user_name: 'office.user@demo.test' })
      .first('id', 'session_generation')) as {
      id: string;
      session_generation: number;
    };
    const token = createTokens(SECRET).sign({ userId: user.id, generation: user.session_generation }, new Date());
    const logger = pino({ level: 'silent' });
    const server = await startServer({ db, url, secret: SECRET, logger, host: '127.0.0.1', port: 0 });
    const memory = watchMemory();
    const { stdout } = await promisify(execFile)(process.execPath, [
      'bench/upload-child.mjs',
      server.address,
      token,
      file,
    ]);
    const growth = memory.grown();
    await server.stop();
    for (const step of JSON.parse(stdout) as Step[]) reportStep(step);
    return checkBound(`upload of ${ORDERS} orders: memory grows by`, growth, MOST_MB, 'MB');
  });
}

function reportStep({ what, ms, orderCount, p99, most }: Step): void {
  if (orderCount !== ORDERS) throw new Error(`${what}: ${orderCount}`);
  note(`${what} of ${ORDERS} orders`, ms);
  checkBound(`${what} of ${ORDERS} orders: another call answered, p99`, p99, 50, 'ms', true);
  checkBound(`${what} of ${ORDERS} orders: another call answered, the slowest`, most, 100, 'ms', true);
}

/** The limit in megabytes for the growth of resident memory. */
function watchMemory(): { grown(): number } {
  const readUsed = () => process.memoryUsage.rss() / 2 ** 20;
  const before = readUsed();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, readUsed())), 20);
  return {
    grown: () => {
      clearInterval(look);
      return most - before;
    },
  };
}
