import type { Input } from '../../../lib/server/api.js';
import { isPulled, type Source } from './source-words.js';

type Fields = Input<'POST /api/source'>;

/** The usual times of pulls, by their cron expressions. */
export const pulls = {
  '': 'On request only',
  '*/15 * * * *': 'Every 15 minutes',
  '0 * * * *': 'Every hour',
  '0 */6 * * *': 'Every 6 hours',
  '0 5 * * *': 'Every day at 5 AM',
  own: 'Custom cron expression',
} as const;

/** The usual times of comparing everything, by their cron expressions. */
export const fullPulls = {
  '': 'On request only',
  '0 3 * * *': 'Every day at 3 AM',
  '0 3 * * 0': 'Every Sunday at 3 AM',
  '0 3 1 * *': 'On the first of the month at 3 AM',
  own: 'Custom cron expression',
} as const;

/** The request settings of a source, from the form. */
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
  ...{ brakePercent: 20, brakeAmount: 100_000, takesAtOnce: ['facts'] as const },
};

/** The values of the form of a source, or of a new one. */
export const toValues = (source: Source | null, timeZone: string, owner: string) => ({
  name: source?.name ?? '',
  kind: source?.kind ?? ('rest' as const),
  address: source?.address ?? '',
  credential: '',
  pull: readTimes(pulls, source ? source.cron : '*/15 * * * *'),
  cron: source?.cron ?? '',
  fullPull: readTimes(fullPulls, source ? source.fullCron : '0 3 * * 0'),
  fullCron: source?.fullCron ?? '',
  timeZone: source?.timeZone ?? timeZone,
  overlapMinutes: source?.overlapMinutes ?? 60,
  owner: source ? (source.owner?._id ?? '') : owner,
  settings: source?.settings ?? usualSettings,
  mapping: Object.fromEntries(
    Object.entries(source?.mapping ?? {}).map(([field, path]) => [toMappingName(field), path]),
  ),
});
export type SourceValues = Omit<ReturnType<typeof toValues>, 'kind' | 'overlapMinutes' | 'mapping'> & {
  readonly kind: Source['kind'];
  readonly overlapMinutes: number | null;
  /** The path of each of our fields, by its form name. */
  readonly mapping: Readonly<Record<string, string | undefined>>;
};

/** The form name of one of our fields: without dots, which would address an object. */
export const toMappingName = (field: string): string => field.replace('.', ':');

function readTimes<T extends typeof pulls | typeof fullPulls>(schedules: T, cron: string | null): keyof T & string {
  const text = cron ?? '';
  return (text !== 'own' && Object.hasOwn(schedules, text) ? text : 'own') as keyof T & string; // a key of the same object
}

/** The form as request values; includes a credential only if one was entered. */
export function toFields(values: SourceValues): Fields {
  const { pull, cron, fullPull, fullCron, credential, owner, overlapMinutes, settings, mapping, ...fields } = values;
  const { kind } = values;
  const texts = Object.fromEntries(settingNames.map((name) => [name, settings[name]]));
  const times = (chosen: string, own: string) => (chosen === 'own' ? own.trim() : chosen) || null;
  return {
    ...fields,
    ...(credential === '' ? {} : { credential }),
    address: isPulled(kind) ? fields.address : '',
    cron: isPulled(kind) ? times(pull, cron) : null,
    fullCron: kind === 'rest' ? times(fullPull, fullCron) : null,
    owner: owner === '' ? null : owner,
    overlapMinutes: overlapMinutes ?? 0,
    settings: {
      ...{ ...texts, limit: settings.limit, takesAtOnce: [...settings.takesAtOnce] },
      ...{ brakePercent: settings.brakePercent, brakeAmount: settings.brakeAmount },
    },
    mapping: readMapping(mapping),
  };
}

/** The fields with a path; null if there are none. */
function readMapping(mapping: SourceValues['mapping']): Record<string, string> | null {
  const paths = Object.entries(mapping).flatMap(([name, path]) => {
    const trimmedPath = path?.trim();
    return trimmedPath ? [[name.replace(':', '.'), trimmedPath] as const] : [];
  });
  return paths.length === 0 ? null : Object.fromEntries(paths);
}
