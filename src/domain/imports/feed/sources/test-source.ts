import type { z } from 'zod';
import { findCompany } from '../../../company/company/queries.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { DomainError, notFound } from '../../../kernel/errors.js';
import { Pace } from '../../../kernel/pace.js';
import { RecordVersion, RecordId } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { plural } from '../../../kernel/text/plural.js';
import { todayIn } from '../../../kernel/time.js';
import { isKnownFormat, readOrderFile } from '../../../orders/intake/formats/read-file.js';
import { openCredential, getOrigin } from './credentials.js';
import { SourceFailure } from '../fetching/failure.js';
import { feedLimits } from '../fetching/limits.js';
import { fetchPage, type FetchSettings, type Page } from '../fetching/page.js';
import { findSources, getSourceParts, getKeys, type SourceParts } from '../queries.js';
import { readFileRows, readSourceFiles } from '../reading/files.js';
import { readId, keyRows } from '../reading/keyed-rows.js';
import { describeNotes, noNotes } from '../reading/notes.js';
import { NewSource, SourceChange, SourceTest } from '../schema.js';
import { mergeChange, needOutside, readSourceAddress } from './source-row.js';
import { listPaths } from '../../order-files/paths.js';

/** Short, because a user waits for the answer. */
const limits = { ...feedLimits, pageMs: 20_000, tries: 1 };
const SHOWN = 10;

export const testSource = service({
  summary: 'Read one page of a source and show how it is interpreted; nothing is stored',
  permission: 'orders.import',
  effect: 'read',
  input: RecordId,
  output: SourceTest,
  run: async (ctx, { id }) => {
    const parts = await getSourceParts(ctx.db, id);
    return tryOut(ctx, parts, () => openCredential(needOutside(ctx), parts, parts.sealed));
  },
});

export const testNewSource = service({
  summary: 'Read one page with the settings of a new source, and show how it is interpreted; nothing is stored',
  permission: 'company.write',
  effect: 'read',
  input: NewSource,
  output: SourceTest,
  run: (ctx, { credential, ...fields }) =>
    tryOut(ctx, { ...fields, ...unsavedParts, address: readSourceAddress(ctx, fields) }, () => credential),
});

export const testChangedSource = service({
  summary: 'Read one page with the changed settings of a source, and show how it is interpreted; nothing is stored',
  permission: 'company.write',
  effect: 'read',
  input: SourceChange.extend(RecordVersion.shape),
  output: SourceTest,
  run: async (ctx, { id, revision: _revision, credential, ...change }) => {
    const parts = await getSourceParts(ctx.db, id);
    const [before] = await findSources(ctx.db, ctx.clock.now(), [id]);
    if (!before) throw notFound('Source');
    const fields = mergeChange(before, change);
    const isSamePlace = getOrigin(fields.address) === getOrigin(parts.address);
    const toStored = () => (isSamePlace ? openCredential(needOutside(ctx), parts, parts.sealed) : null);
    const settings = { ...parts, ...fields, address: readSourceAddress(ctx, fields) };
    return tryOut(ctx, settings, () => (credential === undefined ? toStored() : credential));
  },
});

const unsavedParts = { id: '', sealed: null, highWater: null, fields: {} } as const;

type SourceTestResult = z.output<typeof SourceTest>;

async function tryOut(
  ctx: ActorCtx,
  parts: SourceParts,
  getCredential: () => string | null,
): Promise<SourceTestResult> {
  const signal = ctx.signal ?? new AbortController().signal;
  try {
    const page = await readFirst(parts, getCredential(), { outside: needOutside(ctx), limits, signal });
    return await describe(ctx, parts, page);
  } catch (error) {
    throw error instanceof SourceFailure ? new DomainError('source-unreadable', { why: error.message }) : error;
  }
}

async function readFirst(
  parts: SourceParts,
  credential: string | null,
  fetching: FetchSettings,
): Promise<Omit<Page, 'serverTime'>> {
  const { kind, address, settings } = parts;
  if (kind === 'rest') return fetchPage({ address, settings, credential }, { offset: 0, since: null }, fetching);
  if (kind === 'upload')
    throw new SourceFailure('Users upload the files of this source, so there is no address to read.');
  if (kind === 'push') throw new SourceFailure('Another system sends these orders, so there is no address to read.');
  for await (const file of readSourceFiles({ kind, address, credential }, fetching))
    return { rows: await readFileRows(file, fetching.signal), total: null };
  throw new SourceFailure('The folder has no JSON or CSV files.');
}

async function describe(
  ctx: ActorCtx,
  parts: SourceParts,
  { rows, total }: Omit<Page, 'serverTime'>,
): Promise<SourceTestResult> {
  const keys = getKeys(parts);
  const zone = (await findCompany(ctx.db))?.timeZone ?? parts.timeZone;
  const foreign = (row: unknown) => (isKnownFormat(row) ? undefined : (parts.mapping ?? undefined));
  const sampleRows = rows.slice(0, SHOWN);
  const options = { zone, today: todayIn(zone, ctx.clock.now()) };
  const { orders, refusals, repeated } = await readOrderFile(sampleRows, options, foreign, new Pace(ctx.signal));
  const first = sampleRows.map((row, n) => {
    const order = orders.find(({ index }) => index === n);
    const problem = [...refusals, ...repeated].find(({ index }) => index === n);
    const externalId = readId(row, keys);
    return {
      externalId,
      serialNumber: order?.serialNumber ?? problem?.serialNumber ?? null,
      shop: order?.shop ?? null,
      model: order ? `${order.model} ${order.width}x${order.length}` : null,
      total: order?.total ?? null,
      problem: problem?.reason ?? (externalId === null ? 'it has no ID' : null),
    };
  });
  const keyedRows = keyRows(rows, keys, noNotes);
  const findings = describeNotes({ ...keyedRows.notes, nameless: keyedRows.nameless }, parts.fields);
  const msg =
    rows.length === 0
      ? 'The source responded, but has no orders.'
      : `${rows.length} ${plural(rows.length, 'order')} read.`;
  return { msg, rows: rows.length, total, first, findings, fields: listPaths(sampleRows) };
}
