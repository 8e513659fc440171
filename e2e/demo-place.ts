import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { makePlace, type Place } from './product.js';

/** A folder with a copy of the demo, as its first start leaves it. */
export async function makeDemoPlace(): Promise<Place> {
  const place = await makePlace();
  await promisify(execFile)('cp', ['-a', inject('demoHome'), place.env['SHEDWORKS_HOME'] ?? '']); // preserves the owner of the files
  return place;
}
