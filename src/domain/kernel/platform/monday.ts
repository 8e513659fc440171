import { z } from 'zod';
import { mondayApi, type MondayApi } from './monday-api.js';
import { DeskError, type SupportDesk, type TicketItem } from './support-desk.js';

/** The configuration of where support tickets are sent. */
export interface DeskConfig {
  readonly SUPPORT_MONDAY_TOKEN?: string | undefined;
  readonly SUPPORT_MONDAY_BOARD?: string | undefined;
  /** The group's ID or its title. */
  readonly SUPPORT_MONDAY_GROUP?: string | undefined;
  readonly SUPPORT_MONDAY_URL?: string | undefined;
}

/** Time limits for finding the group and for any other query, in milliseconds. */
interface Limits {
  readonly lookup: number;
  readonly call: number;
}

const usualLimits: Limits = { lookup: 3000, call: 10_000 };
const MONDAY = 'https://api.monday.com/v2';

/** Creates the configured support board; null if none is configured. */
export function createSupportDesk(config: DeskConfig, limits: Limits = usualLimits): SupportDesk | null {
  const { SUPPORT_MONDAY_TOKEN: token, SUPPORT_MONDAY_BOARD: board, SUPPORT_MONDAY_GROUP: group } = config;
  if (!token || !board || !group) return null;
  const api = mondayApi(config.SUPPORT_MONDAY_URL ?? MONDAY, token);
  const place = { api, board, timeoutMs: limits.call };
  return {
    findGroup: () =>
      readBoard(api, board, limits.lookup).then(
        (board) => (groupIn(board, group) ? 'found' : 'missing'),
        () => 'unreachable' as const,
      ),
    createItem: async (ticket) => {
      const foundBoard = await readBoard(api, board, limits.call);
      const groupId = groupIn(foundBoard, group)?.id;
      if (!groupId) throw new DeskError(`The support board has no group "${group}".`);
      const columns = toColumns(foundBoard);
      return (
        (await findItem(place, columns.description, ticket.key)) ??
        (await makeItem(place, { group: groupId, ticket, columns }))
      );
    },
  };
}

const Column = z.object({ id: z.string(), title: z.string(), type: z.string() });
type Column = z.output<typeof Column>;
const Board = z.object({
  groups: z.array(z.object({ id: z.string(), title: z.string() })),
  columns: z.array(Column),
});
type Board = z.output<typeof Board>;

async function readBoard(api: MondayApi, board: string, timeoutMs: number): Promise<Board | null> {
  const { boards } = await api.ask(
    'query ($board: ID!) { boards(ids: [$board]) { groups { id title } columns { id title type } } }',
    { board },
    z.object({ boards: z.array(Board).nullable() }),
    timeoutMs,
  );
  return boards?.[0] ?? null;
}

const normalize = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

const groupIn = (board: Board | null, group: string) =>
  board?.groups.find(({ id }) => id === group) ??
  board?.groups.find(({ title }) => title.trim().toLowerCase() === group.trim().toLowerCase());

/** The columns for a ticket's fields. Fields without a column are added to the description. */
interface TicketColumns {
  readonly description: Column;
  readonly email: Column | undefined;
  readonly serialNumber: Column | undefined;
  readonly priority: Column | undefined;
}

function toColumns(board: Board | null): TicketColumns {
  const findColumn = (...names: string[]) => board?.columns.find(({ title }) => names.includes(normalize(title)));
  const description = findColumn('description');
  if (!description) throw new DeskError('The support board has no column "Description".');
  return {
    description,
    email: findColumn('email', 'emailaddress'),
    serialNumber: findColumn('serialnumber', 'serial'),
    priority: findColumn('priority'),
  };
}

const BoardItem = z.object({ id: z.string(), column_values: z.array(z.object({ text: z.string().nullable() })) });

interface Place {
  readonly api: MondayApi;
  readonly board: string;
  readonly timeoutMs: number;
}

/** Finds the item whose description contains the key, if it was created before. */
async function findItem({ api, board, timeoutMs }: Place, { id: column }: Column, key: string): Promise<string | null> {
  const { boards } = await api.ask(
    `query ($board: ID!, $column: ID!, $columns: [String!], $key: CompareValue!) {
      boards(ids: [$board]) {
        items_page(limit: 10, query_params: { rules: [{ column_id: $column, compare_value: $key, operator: contains_text }] }) {
          items { id column_values(ids: $columns) { text } }
        }
      }
    }`,
    { board, column, columns: [column], key: [key] },
    z.object({ boards: z.array(z.object({ items_page: z.object({ items: z.array(BoardItem) }) })) }),
    timeoutMs,
  );
  const items = boards[0]?.items_page.items ?? [];
  return items.find(({ column_values: [value] }) => value?.text?.includes(key))?.id ?? null;
}

interface NewItem {
  readonly group: string;
  readonly ticket: TicketItem;
  readonly columns: TicketColumns;
}

async function makeItem({ api, board, timeoutMs }: Place, { group, ticket, columns }: NewItem): Promise<string> {
  const { create_item: item } = await api.ask(
    `mutation ($board: ID!, $group: String!, $name: String!, $values: JSON!) {
      create_item(board_id: $board, group_id: $group, item_name: $name, column_values: $values, create_labels_if_missing: true) { id }
    }`,
    { board, group, name: ticket.name, values: JSON.stringify(toValues(ticket, columns)) },
    z.object({ create_item: z.object({ id: z.string() }) }),
    timeoutMs,
  );
  return item.id;
}

/** The value of each column, in the format of the column's type. */
function toValues(ticket: TicketItem, { description, ...others }: TicketColumns): Readonly<Record<string, unknown>> {
  const lines = [
    ['Email', ticket.email, others.email],
    ['Serial number', ticket.serialNumber, others.serialNumber],
    ['Priority', ticket.priority, others.priority],
  ] as const;
  const without = lines
    .filter(([, value, column]) => value !== '' && !column)
    .map(([name, value]) => `${name}: ${value}`);
  const text = [ticket.description, ...without, `Ticket ${ticket.key}`].join('\n');
  const columnValues = lines.flatMap(([, value, column]) =>
    value && column ? [[column.id, inForm(column, value)] as const] : [],
  );
  return { [description.id]: inForm(description, text), ...Object.fromEntries(columnValues) };
}

function inForm({ type }: Column, value: string): unknown {
  if (type === 'long_text') return { text: value };
  if (type === 'email') return { email: value, text: value };
  if (type === 'status') return { label: value };
  return type === 'dropdown' ? { labels: [value] } : value;
}
