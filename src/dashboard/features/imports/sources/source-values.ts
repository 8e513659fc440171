import type { Input } from '../../../lib/server/api.js';
import type { Source } from './source-words.js';

type Fields = Input<'POST /api/source'>;

/** The usual times of pulls, by their cron expressions. */
export const pulls = {
  '': 'Only on request',
  '*/15 * * * *': 'Every 15 minutes',
  '0 * * * *': 'Every hour',
  '0 */6 * * *': 'Every 6 hours',
  '0 5 * * *': 'Every day at 5 AM',
  own: 'Custom cron expression',
} as const;

/** How a source is asked, from the form. */
const settingNames = [
  'path',
  'limitParameter',
  'offsetParameter',
  'sortParameter',
  'sortField',
  'orderParameter',
  'order',
  'changedSinceParameter',
  'idField',
  'timeField',
] as const;

const usualSettings = {
  ...{ path: '/api/public/customer-orders/v1', limitParameter: 'limit', offsetParameter: 'offset' },
  ...{ sortParameter: 'sortBy', sortField: 'id', orderParameter: 'sortOrder', order: 'asc' },
  ...{ changedSinceParameter: 'dateUpdated[gte]', idField: 'id', timeField: 'timestamp', limit: 100 },
};

/** The values of the form of a source, or of a new one. */
export const toValues = (source: Source | null, timeZone: string, owner: string) => ({
  name: source?.name ?? '',
  kind: source?.kind ?? ('rest' as const),
  address: source?.address ?? '',
  credential: '',
  pull: readPull(source ? source.cron : '*/15 * * * *'),
  cron: source?.cron ?? '',
  timeZone: source?.timeZone ?? timeZone,
  overlapMinutes: source?.overlapMinutes ?? 60,
  owner: source ? (source.owner?._id ?? '') : owner,
  settings: source?.settings ?? usualSettings,
});
export type SourceValues = Omit<ReturnType<typeof toValues>, 'kind' | 'overlapMinutes'> & {
  readonly kind: Source['kind'];
  readonly overlapMinutes: number | null;
};

function readPull(cron: string | null): keyof typeof pulls {
  const text = cron ?? '';
  return text !== 'own' && Object.hasOwn(pulls, text) ? (text as keyof typeof pulls) : 'own'; // one of its names
}

/** What is sent of the form: a credential only if one was entered. */
export function toFields({ pull, cron, credential, owner, overlapMinutes, settings, ...fields }: SourceValues): Fields {
  const texts = Object.fromEntries(settingNames.map((name) => [name, settings[name]]));
  return {
    ...fields,
    ...(credential === '' ? {} : { credential }),
    cron: (pull === 'own' ? cron.trim() : pull) || null,
    owner: owner === '' ? null : owner,
    overlapMinutes: overlapMinutes ?? 0,
    settings: { ...texts, limit: settings.limit },
  };
}
