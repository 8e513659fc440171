import { isObject } from '../../../kernel/objects.js';
import { Pace } from '../../../kernel/pace.js';
import type { OutsideAccess } from '../../../kernel/platform/outside.js';
import { isTooDeep, parsePaced } from '../../../kernel/text/paced-json.js';
import { NotUtf8, utf8Pieces } from '../../../kernel/text/utf8-text.js';
import type { SourceSettings } from '../schema.js';
import { SourceFailure } from './failure.js';
import { getOnce } from './get.js';
import type { FeedLimits } from './limits.js';
import { withRetries } from './retry.js';

/** A source that answers in pages. */
export interface RestSource {
  readonly address: string;
  readonly settings: SourceSettings;
  readonly credential: string | null;
}

/** What fetching needs besides the source. */
export interface FetchSettings {
  readonly outside: OutsideAccess;
  readonly limits: FeedLimits;
  readonly signal: AbortSignal;
}

/** Which page: from which row on, and only what changed since; null requests everything. */
export interface WantedPage {
  readonly offset: number;
  readonly since: Date | null;
}

export interface Page {
  readonly rows: readonly unknown[];
  /** The total number of rows, if the source states it. */
  readonly total: number | null;
  readonly serverTime: Date | null;
}

/** Fetches one page of a source. Throws `SourceFailure` if it fails permanently. */
export const fetchPage = (
  source: RestSource,
  place: WantedPage,
  { outside, limits, signal }: FetchSettings,
): Promise<Page> =>
  withRetries(outside, { tries: limits.tries, signal }, async () => {
    const asking = { credential: source.credential, allowsPrivate: outside.allowsPrivate, limits, signal };
    const { body, serverTime } = await getOnce(pageAddress(source, place), asking);
    return { ...readAnswer(await parseBody(body, signal)), serverTime };
  });

/** The address of a page: the source's, with the path and the parameters that have a name. */
export function pageAddress({ address, settings }: RestSource, { offset, since }: WantedPage): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith(settings.path)) url.pathname = url.pathname.replace(/\/+$/, '') + settings.path;
  const parameters: readonly (readonly [name: string, value: string])[] = [
    [settings.limitParameter, String(settings.limit)],
    [settings.offsetParameter, String(offset)],
    [settings.sortParameter, settings.sortField],
    [settings.orderParameter, settings.order],
    [settings.changedSinceParameter, since?.toISOString() ?? ''],
  ];
  for (const [name, value] of parameters) if (name !== '' && value !== '') url.searchParams.set(name, value);
  return url;
}

/** The value of a JSON answer. An incomplete one may be requested again. */
export async function parseBody(body: readonly Uint8Array[], signal: AbortSignal): Promise<unknown> {
  try {
    return await parsePaced(utf8Pieces(body), new Pace(signal), refuseTooDeep);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof NotUtf8)
      throw new SourceFailure('A response from the source is not valid JSON.', { retry: { afterMs: null } });
    throw error;
  }
}

function refuseTooDeep(row: unknown): void {
  if (isTooDeep(row)) throw new SourceFailure('A response from the source nests lists and objects too deeply.');
}

const lists = ['data', 'records', 'items', 'orders'] as const;
const totals = ['total', 'count'] as const;

/** The rows of an answer, which is a list or an object with one, and the total. */
export function readAnswer(answer: unknown): Pick<Page, 'rows' | 'total'> {
  if (Array.isArray(answer)) return { rows: answer, total: null };
  const list = isObject(answer) ? lists.map((name) => answer[name]).find(Array.isArray) : undefined;
  if (!list || !isObject(answer))
    throw new SourceFailure('The response from the source is neither a list of orders nor an object with one.');
  return { rows: list, total: totals.map((name) => readTotal(answer[name])).find((total) => total !== null) ?? null };
}

function readTotal(value: unknown): number | null {
  const total = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 && total < 2 ** 31 ? total : null;
}
