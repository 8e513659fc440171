import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setupCode, type SetupCode } from '../../domain/kernel/platform/setup-code.js';

/** The code that first set-up of an empty test database requires. */
export const testSetupCode = 'TEST-0000-1111-2222';

/** The same code in a separate home folder, where a server finds it. */
export function plantSetupCode(): SetupCode {
  const home = mkdtempSync(path.join(os.tmpdir(), 'shedworks-setup-'));
  writeFileSync(path.join(home, 'setup-code'), testSetupCode, { mode: 0o600 });
  return setupCode(home);
}
