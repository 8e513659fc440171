import { ensurePostgres } from '../kernel/platform/postgres/postgres.js';

/** `postgres-starter <home> [uid]`: a separate process that uses the cluster until its input ends or it is killed. */
const [home = '', uid] = process.argv.slice(2);
if (uid) process.seteuid?.(Number(uid));
const { pid, started } = await ensurePostgres({ home, database: 'shedworks', fast: true }).catch((error: Error) => {
  process.stderr.write(error.message);
  return process.exit(1);
});
process.stdout.write(`${JSON.stringify({ pid, started })}\n`);
process.stdin.resume();
