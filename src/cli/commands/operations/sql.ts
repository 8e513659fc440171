import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { openReadOnly, type ReadOnlySession, type SqlRow } from '../../../domain/operations/sql/read-only.js';
import { plural } from '../../../domain/kernel/text/plural.js';
import { readText } from '../../files.js';
import { parseNumber } from '../../numbers.js';
import { type Cell, print, printNote, type TableRow, writeRows } from '../../output.js';
import { fail, UsageError, withContext, type GlobalOptions } from '../../run.js';

interface SqlOptions extends GlobalOptions {
  readonly seconds: number;
}

/** `shedworks sql`: read-only database queries. */
export function registerSql(program: Command): void {
  program
    .command('sql [query]')
    .description('Query the database, read-only: a query, standard input, or a shell on a terminal')
    .option('--seconds <n>', 'time limit of a query, in seconds', readSeconds, 30)
    .addHelpText(
      'after',
      '\nIn the shell, end a query with a semicolon; \\d lists tables, \\d <table> its columns, \\q leaves.',
    )
    .action((query: string | undefined, options: SqlOptions) =>
      withContext(options, (_, { url }) => run(url, query, options), { migrate: false, company: false }),
    );
}

function readSeconds(text: string): number {
  const n = parseNumber(text);
  if (Number.isInteger(n) && n > 0 && n <= 3600) return n;
  throw new InvalidArgumentError('Enter a whole number of seconds, at most 3600.');
}

async function run(url: string, query: string | undefined, options: SqlOptions): Promise<undefined> {
  if (options.as !== undefined) throw new UsageError('--as: a query sees all data, whoever runs it');
  const session = await openReadOnly(url, options.seconds);
  try {
    if (query === undefined && process.stdin.isTTY) await offerShell(session, options);
    else await runQuery(session, await readQuery(query), options);
  } finally {
    await session.close();
  }
  return undefined;
}

async function readQuery(query: string | undefined): Promise<string> {
  const text = query === undefined || query === '-' ? await readText('-') : query;
  if (text.trim() === '') throw new UsageError('add a query, such as "select count(*) from orders"');
  return text;
}

async function runQuery(session: ReadOnlySession, query: string, options: SqlOptions): Promise<void> {
  const rows: SqlRow[] = [];
  let columns: readonly string[] = [];
  let count = 0;
  for await (const piece of session.read(query)) {
    columns = piece.columns;
    count += piece.rows.length;
    if (options.ndjson) await writeRows(piece.rows);
    else rows.push(...piece.rows);
  }
  if (!options.ndjson) print(options, rows, { columns, rows: rows.map(toCells) });
  if (!options.quiet) printNote(`${count} ${plural(count, 'row')}.`);
}

const toCells = (row: SqlRow): TableRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(value)]));

const toCell = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell); // numbers, texts and booleans

const TABLES = `select table_name as "table" from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`;
const listColumns = (
  table: string,
): string => `select column_name as "column", data_type as type, is_nullable as "may be null"
  from information_schema.columns
  where table_schema = current_schema() and table_name = '${table.replaceAll("'", "''")}' order by ordinal_position`;

/** Prompts for queries until the end of the input or `\q`. An error ends only its query. */
async function offerShell(session: ReadOnlySession, options: SqlOptions): Promise<void> {
  const shell = createInterface({ input: process.stdin, output: process.stderr, prompt: 'sql> ' });
  shell.on('SIGINT', () => shell.close());
  shell.prompt();
  let text = '';
  for await (const line of shell) {
    const [, command, name = ''] = /^\\(d|q)(?:\s+(\S+))?\s*$/.exec(line) ?? [];
    if (command === 'q') break;
    text = command === 'd' ? `${name === '' ? TABLES : listColumns(name)};` : `${text}${line}\n`;
    if (/;\s*$/.test(text)) {
      await runQuery(session, text, options).catch(fail);
      text = '';
    }
    shell.setPrompt(text.trim() === '' ? 'sql> ' : '...> ');
    shell.prompt();
  }
  shell.close();
  process.exitCode = 0;
}
