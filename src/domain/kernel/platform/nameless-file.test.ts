import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../ids.js';
import { sweepNameless } from './nameless-file.js';

test('only files that killed processes left in the temporary folder are removed, after a day', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-sweep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const now = new Date('2026-11-23T12:00:00Z');
  const leave = (name: string, hours: number, text = ''): string => {
    const file = path.join(folder, name);
    if (text === 'folder') mkdirSync(file);
    else writeFileSync(file, text);
    const at = new Date(now.getTime() - hours * 3_600_000);
    utimesSync(file, at, at);
    return name;
  };
  leave(`shedworks-${newId()}`, 25);
  const stays = [
    leave(`shedworks-${newId()}`, 23),
    leave(`shedworks-${newId()}`, 25, 'something'),
    leave(`shedworks-${newId()}`, 25, 'folder'),
    leave(`another-${newId()}`, 25),
    leave('shedworks-notes', 25),
    leave(newId(), 25),
  ];
  await sweepNameless(now, folder);
  expect(readdirSync(folder).sort()).toEqual(stays.sort());
  await sweepNameless(now, path.join(folder, 'not there'));
});
