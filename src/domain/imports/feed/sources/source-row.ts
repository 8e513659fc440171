import type { ActorCtx, Ctx } from '../../../kernel/context.js';
import { invalid } from '../../../kernel/errors.js';
import type { OutsideAccess } from '../../../kernel/platform/outside.js';
import { pickGiven } from '../../../kernel/objects.js';
import { CronError, nextAfter, parseCron } from '../../../reporting/schedules/cron.js';
import { sealCredential } from './credentials.js';
import { addressFault } from '../fetching/address.js';
import type { NewSource, Source, SourceChange } from '../schema.js';
import type { z } from 'zod';

type Fields = Omit<NewSource, 'kind' | 'credential' | 'owner'> & Pick<Source, 'kind'>;

/** What reaching other systems needs, which every entry point has. */
export function needOutside({ outside }: Pick<Ctx, 'outside'>): OutsideAccess {
  if (!outside) throw new Error('this entry point cannot connect to other systems');
  return outside;
}

/** A source after a change. */
export function mergeChange(before: Source, change: Partial<z.output<typeof SourceChange>>): Fields {
  const { name, kind, address, settings, cron, fullCron, timeZone, mapping, overlapMinutes } = before;
  const fields = { name, kind, address, cron, fullCron, timeZone, mapping, overlapMinutes };
  return { ...fields, ...pickGiven(change), settings: { ...settings, ...pickGiven(change.settings ?? {}) } };
}

/**
 * The columns of a source. Throws for an unusable address or time. The next time is taken from `before` if it is
 * still valid.
 */
export function buildRow(ctx: ActorCtx, fields: Fields, before?: Pick<Source, 'paused' | 'kind'>) {
  const { name, kind, cron, fullCron, timeZone, mapping, overlapMinutes, settings } = fields;
  const now = ctx.clock.now();
  if (before && (before.kind === 'push') !== (kind === 'push'))
    throw invalid('kind', 'cannot change from or to orders that another system sends');
  refuseTimes(fields);
  const next = readNext({ name: 'cron', cron, timeZone }, now);
  const nextFull = readNext({ name: 'fullCron', cron: fullCron, timeZone }, now);
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
    next_run_at: before?.paused ? null : next,
    next_full_at: before?.paused ? null : nextFull,
    updated_at: now,
  };
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

interface Times extends Pick<Fields, 'cron' | 'timeZone'> {
  readonly name: 'cron' | 'fullCron';
}

function readNext({ name, cron, timeZone }: Times, now: Date): Date | null {
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
