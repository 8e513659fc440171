import { expect, test } from 'vitest';
import { makeApplied } from '../../../api/testing/areas/imports/imports.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerImports } from './imports.js';

const world = useWorld();

test('undo --dry-run reports whether an import can be undone, and undoes nothing', async () => {
  const id = await makeApplied(world, world.ctx('office.admin'));
  const undo = (...args: string[]) => runCommand(world.url, registerImports, 'imports', 'undo', id, ...args);
  const undone = async () =>
    ((await world.db('imports').where({ id }).first('undone_at')) as { undone_at: unknown }).undone_at;
  expect(await undo('--dry-run')).toMatchObject({
    code: 0,
    notes: 'It can be undone. Nothing was changed (dry run).\n',
  });
  expect(JSON.parse((await undo('--dry-run', '--json')).out)).toMatchObject({
    ...{ dryRun: true, msg: 'It can be undone. Nothing was changed (dry run).' },
  });
  expect(await undone()).toBeNull();
  expect(JSON.parse((await undo('--json')).out)).not.toHaveProperty('dryRun');
  expect(await undone()).not.toBeNull();
  expect(await undo('--dry-run')).toMatchObject({ code: 1, out: '' });
});
