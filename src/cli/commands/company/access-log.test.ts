import { expect, test } from 'vitest';
import { recordAccess } from '../../../domain/company/access-log/record.js';
import { newId } from '../../../domain/kernel/ids.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerAccessLog } from './access-log.js';

const world = useWorld();
const list = (...args: string[]) => runCommand(world.url, registerAccessLog, 'access-log', 'list', ...args);
const record = (n: number) => {
  const user = { id: world.actor('office.user').id, userName: 'office.user@demo.test' };
  const result = n % 2 === 0 ? ('done' as const) : ('refused' as const);
  return recordAccess(
    { ...world.ctx('office.user'), requestId: newId() },
    { kind: 'sign-in', result, user, detail: `n${n}` },
  );
};

test('the access log is listed, filtered, and exported completely as JSON and CSV', async () => {
  for (let n = 0; n < 6; n++) await record(n);
  const page = await list('--user', 'office.user@demo.test', '--kind', 'sign-in', '--size', '2', '--json');
  expect(JSON.parse(page.out)).toMatchObject({ total: 6, items: [{ detail: 'n5' }, { detail: 'n4' }] });
  const csv = (await list('--user', 'office.user@demo.test', '--result', 'refused', '--all', '--csv')).out.trim();
  expect(csv.split('\r\n')).toHaveLength(4);
  expect(csv.split('\r\n')[1]).toMatch(/Sign-in,refused,office\.user@demo\.test,Owen Price,,,n5$/);
  expect((await list('--search', 'n3', '--csv')).out).toContain('n3');
  expect((await list('--from', 'Monday')).code).toBe(2);
});
