import type { ActorCtx, Ctx } from '../../../kernel/context.js';
import { invalid } from '../../../kernel/errors.js';
import type { OutsideAccess } from '../../../kernel/platform/outside.js';
import { pickGiven } from '../../../kernel/objects.js';
import { CronError, nextAfter, parseCron } from '../../../reporting/schedules/cron.js';
import { sealCredential } from './credentials.js';
import { addressFault } from '../fetching/address.js';
import type { NewSource, Source, SourceChange } from '../schema.js';
import type { z } from 'zod';

type Fields = Omit<NewSource, 'kind' | 'credential' | 'owner'> & Pick<Source, 'kind' | 'paused'>;

/** What reaching other systems needs, which every entry point has. */
export function needOutside({ outside }: Pick<Ctx, 'outside'>): OutsideAccess {
  if (!outside) throw new Error('this entry point cannot connect to other systems');
  return outside;
}

/** A source after a change. */
export function mergeChange(before: Source, change: Partial<z.output<typeof SourceChange>>): Fields {
  const { name, kind, address, settings, cron, fullCron, timeZone, mapping, overlapMinutes, paused } = before;
  const fields = { name, kind, address, cron, fullCron, timeZone, mapping, overlapMinutes, paused };
  return { ...fields, ...pickGiven(change), settings: { ...settings, ...pickGiven(change.settings ?? {}) } };
}

/** The columns of a source. Throws for an unusable address or time. */
export function buildRow(ctx: ActorCtx, fields: Fields, before?: Source) {
  const { name, kind, cron, fullCron, timeZone, mapping, overlapMinutes, settings } = fields;
  const now = ctx.clock.now();
  if (before && (before.kind === 'push') !== (kind === 'push'))
    throw invalid('kind', 'cannot change from or to orders that another system sends');
  refuseTimes(fields);
  return {
    ...{
      name,
      kind,
      cron,
      address: readSourceAddress(ctx, fields),
      time_zone: timeZone,
      overlap_minutes: overlapMinutes,
    },
    full_cron: fullCron,
    mapping: mapping && JSON.stringify(mapping),
    settings: JSON.stringify(settings),
    ...nextTimes(fields, before, now),
    updated_at: now,
  };
}

/**
 * The next times of a source, none while it is paused. Each is left out unless something it depends on has changed, so
 * that an overdue pull or full comparison stays due.
 */
function nextTimes(fields: Times, before: Times | undefined, now: Date) {
  const getNext = (name: TimeName) => {
    const next = readNext(fields, name, now);
    const isSame = (['paused', 'timeZone', name] as const).every((key) => before?.[key] === fields[key]);
    return isSame ? undefined : fields.paused ? null : next;
  };
  return { next_run_at: getNext('cron'), next_full_at: getNext('fullCron') };
}

/** The address of a source, checked as far as possible without calling it. Throws invalid-input. */
export function readSourceAddress(ctx: ActorCtx, { kind, address }: Pick<Fields, 'kind' | 'address'>): string {
  if (kind === 'upload' || kind === 'push') return '';
  const outside = needOutside(ctx);
  if (address === '') throw invalid('address', 'is required');
  if (kind === 'folder') {
    if (outside.folder === null)
      throw invalid('address', 'cannot be a folder: the operator of this installation allows none (SOURCE_FOLDER)');
    if (/^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(address))
      throw invalid('address', "must be a folder inside the server's source folder, such as orders/feed");
    return address;
  }
  const fault = addressFault(address, outside.allowsPrivate);
  if (fault !== null) throw invalid('address', fault);
  return address;
}

/**
 * Throws for times of uploaded files, which have none, and for full comparisons of anything but the sales system
 * itself, because only that sends all of its orders.
 */
function refuseTimes({ kind, cron, fullCron }: Pick<Fields, 'kind' | 'cron' | 'fullCron'>): void {
  if (kind === 'upload' && cron !== null) throw invalid('cron', 'must be empty: users upload the files of this source');
  if (kind === 'push' && cron !== null) throw invalid('cron', 'must be empty: another system sends these orders');
  if (kind !== 'rest' && fullCron !== null)
    throw invalid('fullCron', "is only for the sales system's order feed: a file never has all orders");
}

type TimeName = 'cron' | 'fullCron';
type Times = Pick<Fields, TimeName | 'timeZone' | 'paused'>;

function readNext({ timeZone, ...fields }: Times, name: TimeName, now: Date): Date | null {
  const cron = fields[name];
  if (cron === null) return null;
  try {
    const next = nextAfter(parseCron(cron), timeZone, now);
    if (next) return next;
  } catch (error) {
    if (error instanceof CronError) throw invalid(name, error.message);
    throw error;
  }
  throw invalid(name, 'never comes');
}

/** The columns of a credential, encrypted for its source and the place it is sent to. */
export function sealFor(
  ctx: ActorCtx,
  { credential, ...source }: { readonly id: string; readonly address: string; readonly credential: string | null },
) {
  if (credential === null) return { credential: null, credential_set_at: null };
  return { credential: sealCredential(needOutside(ctx), source, credential), credential_set_at: ctx.clock.now() };
}
