import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the next query is answered: refused temporarily, failed, never, or carried out without an answer. */
export type Mishap = { readonly status: 429 | 500; readonly retryAfter?: number } | 'never' | 'done-in-silence';

export interface StandInItem {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A stand-in for the GraphQL API of monday.com with one board, which understands the product's queries. */
export interface MondayStandIn {
  readonly url: string;
  readonly token: string;
  readonly board: string;
  readonly items: readonly StandInItem[];
  /** The first words of each query received. */
  readonly queries: readonly string[];
  /** Replaces the groups of the board. */
  setGroups(titles: readonly string[]): void;
  /** Answers the next queries in these ways, one after the other. */
  mishaps(...next: Mishap[]): void;
  /** The same, for the next items to be created. */
  mishapsOfItems(...next: Mishap[]): void;
  stop(): Promise<void>;
}

interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const columns = [
  { id: 'name', title: 'Name', type: 'name' },
  { id: 'long_text_1', title: 'Description', type: 'long_text' },
  { id: 'email_1', title: 'E-mail', type: 'email' },
  { id: 'text_1', title: 'Serial Number', type: 'text' },
  { id: 'status_1', title: 'Priority', type: 'status' },
];

/** Starts the stand-in on a free port; its board has the named groups. */
export async function startMondayStandIn({
  groups = ['Support'],
}: { groups?: readonly string[] } = {}): Promise<MondayStandIn> {
  let titles = groups;
  const token = 'token-of-the-support-board';
  const board = '4200420042';
  const items: StandInItem[] = [];
  const queries: string[] = [];
  const waiting: { any: Mishap[]; making: Mishap[] } = { any: [], making: [] };

  const getData = ({ query, variables }: Question): unknown => {
    if (variables['board'] !== board) return { boards: [] };
    if (query.includes('create_item')) return { create_item: { id: make(items, variables) } };
    if (query.includes('items_page')) return { boards: [{ items_page: { items: search(items, variables) } }] };
    return { boards: [{ groups: titles.map((title, n) => ({ id: `group_${n + 1}`, title })), columns }] };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = JSON.parse(await formatText(request)) as Question;
    queries.push(question.query.replace(/\s+/g, ' ').slice(0, 40));
    const isMaking = question.query.includes('create_item');
    const mishap = (isMaking ? waiting.making.shift() : undefined) ?? waiting.any.shift();
    if (mishap === 'never') return;
    if (typeof mishap === 'object') return fail(response, mishap, token);
    if (request.headers.authorization !== token)
      return send(response, 401, { errors: [{ message: 'Not Authenticated' }] });
    const data = getData(question);
    if (mishap !== 'done-in-silence') send(response, 200, { data });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v2`,
    token,
    board,
    items,
    queries,
    setGroups: (next) => void (titles = next),
    mishaps: (...next) => void waiting.any.push(...next),
    mishapsOfItems: (...next) => void waiting.making.push(...next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function make(items: StandInItem[], variables: Question['variables']): string {
  const { group, name, values } = variables as { group: string; name: string; values: string };
  const id = String(9000 + items.length);
  items.push({ id, group, name, values: JSON.parse(values) as StandInItem['values'] });
  return id;
}

const search = (items: readonly StandInItem[], { column, key }: Question['variables']) =>
  items
    .map(({ id, values }) => ({ id, text: getShown(values[column as string]) }))
    .filter(({ text }) => (key as string[]).every((part) => text.includes(part)))
    .map(({ id, text }) => ({ id, column_values: [{ text }] }));

const getShown = (value: unknown): string =>
  typeof value === 'string' ? value : ((value as { text?: string } | undefined)?.text ?? '');

/** The message of an unfriendly service, which repeats the token it received. */
function fail(response: ServerResponse, { status, retryAfter }: Exclude<Mishap, string>, token: string): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  send(response, status, { error_message: `Something is wrong with ${token}` });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function formatText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
