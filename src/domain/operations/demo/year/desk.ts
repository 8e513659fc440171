import type { DateTime } from 'luxon';
import { applyStagedImport, stageImport } from '../../../imports/workbench.js';
import { undoImport } from '../../../imports/undo.js';
import type { Ctx } from '../../../kernel/context.js';
import { DomainError } from '../../../kernel/errors.js';
import { queryRows, queryOnlyRow } from '../../../kernel/database/rows.js';
import { sweepSchedules } from '../../../reporting/schedules/due.js';
import { runSchedule } from '../../../reporting/schedules/run.js';
import { createView, shareView } from '../../../reporting/saved-views/service.js';
import { createSchedule } from '../../../reporting/schedules/service.js';
import { keepError } from '../../logs/model.js';
import type { CompanyFile } from '../company-file.js';
import { listWeekdays } from './days.js';
import type { Act } from './play.js';
import { crews, office } from './staff.js';

interface Span {
  readonly first: DateTime;
  readonly last: DateTime;
}

interface Sheet {
  readonly kind: string;
  readonly fileName: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Reads a spreadsheet and applies it, like the import workbench; returns the import's ID. */
export async function importNow(ctx: Ctx, { kind, fileName, rows }: Sheet): Promise<string> {
  const { _id: id } = await stageImport(ctx, { kind, fileName, rows: [...rows] });
  await applyStagedImport(ctx, { id, strict: true });
  return id;
}

/** Spreadsheets of the office: new lumber prices, and dealers that were added too early and undone. */
export function importActs(company: CompanyFile, { first, last }: Span): Act[] {
  const prices = company.items
    .filter(({ category }) => category === 'Lumber')
    .map(({ name, category, subTotal }) => ({
      Category: category,
      Name: name,
      Sub_Total: Math.round(subTotal * 102) / 100,
    }));
  const dealers = ['Ozark Home Show', 'Joplin Fairgrounds', 'Table Rock Outdoor'].map((name, n) => ({
    ...{ Name: name, Shop: crews[n]?.shop, City: ['Ozark', 'Joplin', 'Branson'][n], Haul_Percent: 100 },
  }));
  const spring = first.plus({ days: Math.floor(last.diff(first, 'days').days / 3) });
  const show = last.minus({ days: 12 }).set({ hour: 9, minute: 12 });
  let id = '';
  return [
    {
      at: spring.set({ hour: 13 }),
      play: (as) => importNow(as(office.admin), { kind: 'items', fileName: 'Lumber prices.xlsx', rows: prices }),
    },
    {
      at: show,
      play: async (as) => {
        id = await importNow(as(office.admin), { kind: 'dealers', fileName: 'Home show dealers.xlsx', rows: dealers });
      },
    },
    { at: show.plus({ minutes: 40 }), play: (as) => undoImport(as(office.admin), { id }) },
  ];
}

const ours = { name: 'Orders of the week', report: 'orders', filter: { range: 'last-week' } };
const theirs = { name: 'Profit of the month', report: 'order-profit', filter: { range: 'previous-month' } };

/** Views that users saved, each sent every Monday; the last run of the Office Admin's view was late. */
export function viewActs({ last }: Span, timeZone: string): Act[] {
  const savedAt = last.minus({ days: 60 }).set({ hour: 11 });
  const people = [office.admin, office.clerk, ...new Set(crews.flatMap(({ admin, clerk }) => [admin, clerk]))];
  const views = people.map((who, n): Act => {
    const isOffice = n < 2;
    return {
      at: savedAt.plus({ minutes: n }),
      play: async (as) => {
        const { item } = await createView(as(who), isOffice ? ours : theirs);
        if (as(who).actor?.role.endsWith('Admin'))
          await shareView(as(who), { id: item._id, revision: item.revision, shared: true });
      },
    };
  });
  const from = last.minus({ days: 24 });
  const schedules = people.map((who, n): Act => ({
    at: from.set({ hour: 11, minute: n }),
    play: async (as) => {
      const ctx = as(who);
      const view = await queryOnlyRow<{ id: string }>(
        ctx.db('saved_views').where({ owner_id: ctx.actor?.id }).first('id'),
      );
      const cron = who === office.admin ? '0 6 * * 1' : '0 7 * * 1';
      await createSchedule(ctx, { view: view.id, cron, timeZone, recipients: [who] });
    },
  }));
  const mondays = listWeekdays(from, last, [1]);
  const runs = mondays.flatMap((day, n) =>
    (n < mondays.length - 1 ? [6, 7] : [7]).map((hour): Act => ({
      at: day.set({ hour, minute: 0, second: 20 }),
      play: (as) => runDueSchedules(as(office.admin)),
    })),
  );
  return [...views, ...schedules, ...runs];
}

/** Runs what the worker does every minute, which sends what is due. */
async function runDueSchedules({ db, clock, logger }: Ctx): Promise<void> {
  await sweepSchedules({ db, clock, logger });
  const dueIds = await queryRows<string>(db('schedule_runs').where({ status: 'waiting' }).orderBy('id').pluck('id'));
  for (const id of dueIds) await runSchedule({ db, clock, logger, lastAttempt: true }, id);
}

/** Refused changes, which the error log shows on both sides. */
export function refusalActs({ last }: Span): Act[] {
  const rows = [{ Item: 'not a number', Sub_Total: 'twelve' }];
  return [office.admin, ...crews.map(({ admin }) => admin)].map((who, n): Act => ({
    at: last.minus({ hours: 9 - n }),
    play: async (as) => {
      const ctx = as(who);
      const error = await importNow(ctx, { kind: 'items', fileName: 'Prices old.xlsx', rows }).catch(
        (error: unknown) => error,
      );
      if (!(error instanceof DomainError)) throw error;
      const { db, actor, requestId } = ctx;
      const by = { userName: actor?.name ?? '', shopId: actor?.shopId ?? null, requestId };
      await keepError(db, { kind: 'refused', functionName: 'POST /api/imports/:id/apply', error, ...by });
    },
  }));
}
