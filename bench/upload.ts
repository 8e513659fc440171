import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { createTokens } from '../src/domain/access/tokens.js';
import { addDemoAccounts } from '../src/domain/demo/accounts.js';
import { startServer } from '../src/api/server.js';
import { feedOf, withGround } from './ground.js';

const ORDERS = 10_000;
const MOST_MB = 400;
const SECRET = 'x'.repeat(40);

interface Step {
  readonly what: string;
  readonly ms: number;
  readonly taken: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** Preview and upload of 10,000 orders over HTTP: how long others wait for `/healthz` meanwhile, and what memory it takes. */
export async function run(): Promise<boolean> {
  return withGround(async ({ db, url, ctx, folder }) => {
    await addDemoAccounts(ctx);
    const file = path.join(folder, 'feed.json');
    await writeFile(file, JSON.stringify(feedOf(ORDERS)));
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
    const grown = memory.grown();
    await server.stop();
    for (const step of JSON.parse(stdout) as Step[]) tell(step);
    console.log(`  memory grew by ${Math.round(grown)} MB (goal ≤ ${MOST_MB})${grown <= MOST_MB ? '' : ' MISSED'}`);
    return grown <= MOST_MB;
  });
}

function tell({ what, ms, taken, p50, p99, most }: Step): void {
  if (taken !== ORDERS) throw new Error(`${what}: ${taken}`);
  const waits = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${most.toFixed(1)} ms`;
  console.log(`  ${what} of ${ORDERS} orders: ${Math.round(ms)} ms; others wait ${waits}`);
}

/** Megabytes of resident memory above those at the beginning, at the most. */
function watchMemory(): { grown(): number } {
  const used = () => process.memoryUsage.rss() / 2 ** 20;
  const before = used();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, used())), 20);
  return {
    grown: () => {
      clearInterval(look);
      return most - before;
    },
  };
}
