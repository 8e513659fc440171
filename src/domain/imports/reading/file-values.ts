import type { Knex } from 'knex';
import type { SheetColumn } from '../../files/workbook/sheet.js';
import type { CellRow } from './kind.js';
import { keyText } from './labels.js';
import { comparable } from './rules.js';
import type { ImportOptions, SheetLayout } from './schema.js';
import { queryColumn } from '../../kernel/database/rows.js';

const VALUES_OF = 'Values_Of';
const AS_OF = 'As_Of';
const STANDARD = 'Standard';
const PAST_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The export column with the owner of the file's values. */
export const valuesColumn: SheetColumn = { header: VALUES_OF, kind: 'text', width: 24 };
/** The export column with the day of its prices. */
export const dayColumn: SheetColumn = { header: AS_OF, kind: 'text', width: 20 };

/** The headers of the columns about a file's values, which no kind imports. */
export const aboutHeaders: readonly string[] = [VALUES_OF, AS_OF];

/** The text of the day column: a past day as it is, today's prices as `current, <day>`. */
export const dayLabel = (pastDay: string | undefined, today: string): string => pastDay ?? `current, ${today}`;

/** The text of the values column: the shop's name, or Standard. */
export async function valuesLabel(db: Knex, shop: string | null | undefined): Promise<string> {
  const [name] = shop ? await shopNames(db, [shop]) : [];
  return name ?? STANDARD;
}

interface ReadFile {
  readonly options: ImportOptions;
  /** The options its kind accepts. */
  readonly takes: readonly (keyof ImportOptions)[];
  readonly layouts: readonly SheetLayout[];
  readonly rows: readonly CellRow[];
}

/**
 * Questions to confirm before a file is applied: it contains values of an owner other than the one it changes, or of
 * a past day.
 */
export async function fileQuestions(db: Knex, file: ReadFile): Promise<string[]> {
  const pastDays = cellsUnder(file, AS_OF).filter((text) => PAST_DAY.test(text));
  const dayQuestions = pastDays.map((day) => `This file has prices as of ${day}, not current prices.`);
  return [...(await ownerQuestions(db, file)), ...dayQuestions];
}

async function ownerQuestions(db: Knex, file: ReadFile): Promise<string[]> {
  const { takes, options } = file;
  const forMany = takes.includes('shops');
  if (!forMany && !takes.includes('shop')) return [];
  const owners = cellsUnder(file, VALUES_OF);
  if (owners.length === 0) return [];
  const targets = forMany ? await shopNames(db, options.shops ?? []) : [await valuesLabel(db, options.shop)];
  const expected = new Set([...targets, ...(forMany ? [STANDARD] : [])].map(keyText)); // standard values need no confirmation for many shops
  const strangers = owners.filter((owner) => !expected.has(keyText(owner)));
  const into = targets.map(describeValues).join(', ');
  return strangers.map((owner) => `This file has ${describeValues(owner)}. You are about to change ${into}.`);
}

const describeValues = (owner: string): string =>
  keyText(owner) === keyText(STANDARD) ? 'the standard values' : `the values of ${owner}`;

const shopNames = (db: Knex, ids: readonly string[]): Promise<string[]> =>
  queryColumn(
    db('shops')
      .whereRaw('id = any(?)', [[...ids]])
      .orderByRaw('lower(name)')
      .pluck('name'),
  );

/** The distinct texts in the column with this header, over all sheets. */
function cellsUnder({ layouts, rows }: ReadFile, header: string): string[] {
  const at = layouts.map(({ columns }) => columns.findIndex((one) => comparable(one.header) === comparable(header)));
  if (at.every((place) => place < 0)) return [];
  const valueByKey = new Map<string, string>();
  for (const { sheet, cells } of rows) {
    const cell = cells[at[sheet] ?? -1];
    if (typeof cell === 'string' && cell.trim() !== '') valueByKey.set(keyText(cell), cell.trim());
  }
  return [...valueByKey.values()];
}
