import { addSample } from '../../../../domain/operations/first-run/service.js';
import type { Commands, Examples } from '../../kinds.js';

export const examples: Examples = {
  'POST /api/firstrun/sample': () => ({ as: 'office.admin', entity: 'company', values: {} }),
  'DELETE /api/firstrun/sample': async (world) => {
    await addSample(world.ctx('office.admin'), {});
    return { as: 'office.admin', entity: 'company', values: {} };
  },
};

export const commands: Commands = {
  'sample add': () => [],
  'sample remove': () => [],
  'sample order': () => [],
};
