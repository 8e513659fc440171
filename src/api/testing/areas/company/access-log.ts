import type { Commands, References } from '../../kinds.js';

export const references: References = {
  'GET /api/accesslog': { user: 'word' },
  'GET /api/accesslog/export': { user: 'word' },
};

export const commands: Commands = { 'access-log list': () => ['--result', 'refused'] };
