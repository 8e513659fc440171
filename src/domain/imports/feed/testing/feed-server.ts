import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FeedRow = Readonly<Record<string, unknown>>;

/** How one answer fails. */
export type FeedMishap =
  | { readonly status: number; readonly retryAfter?: string }
  /** The body breaks off together with the connection. */
  | 'cut'
  /** The body is half a JSON text, although the answer claims to be complete. */
  | 'half'
  /** Single bytes with pauses, without end. */
  | 'slow'
  /** No answer. */
  | 'silent'
  /** A body without end. */
  | 'huge'
  | 'not-json'
  | 'not-a-list'
  | { readonly redirect: string };

/** A request to a source. */
export interface FeedRequest {
  readonly path: string;
  readonly limit: number;
  readonly offset: number;
  readonly since: Date | null;
  readonly authorization: string | undefined;
  /** How many requests came before. */
  readonly n: number;
}

/** A stand-in for the sales system's feed: pages by limit and offset, with everything that can go wrong there. */
export interface FeedServer {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** The requests so far. */
  readonly requests: readonly FeedRequest[];
  /** The token it requires; null accepts any. */
  token: string | null;
  /** The rows it has, in the sequence in which it sends them. */
  rows: FeedRow[];
  /** The total it states; undefined for none, 'right' for the number of different orders. */
  total: number | 'right' | undefined;
  /** How many milliseconds its clock is ahead. */
  clockAheadMs: number;
  /** Its time, for a test with its own clock. */
  now: () => Date;
  /** Called before each answer, to change the rows while they are read. */
  onRequest: (request: FeedRequest) => void;
  /** Changes the rows of a page, to repeat, reorder or shorten them. */
  bend: (page: FeedRow[], request: FeedRequest) => FeedRow[];
  /** How the next answers fail, one after the other; null for one that is correct. */
  mishaps(...next: (FeedMishap | null)[]): void;
  stop(): Promise<void>;
}

/** Starts the stand-in on a free port. */
export async function startFeedServer(rows: readonly FeedRow[] = []): Promise<FeedServer> {
  const requests: FeedRequest[] = [];
  const nextMishaps: (FeedMishap | null)[] = [];
  const state: Omit<FeedServer, 'url'> = {
    ...{ requests, token: null, rows: [...rows], total: 'right', clockAheadMs: 0 },
    now: () => new Date(),
    onRequest: () => undefined,
    bend: (page) => page,
    mishaps: (...next) => void nextMishaps.push(...next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const question = readQuestion(request, requests.length);
    requests.push(question);
    state.onRequest(question);
    response.setHeader('date', new Date(state.now().getTime() + state.clockAheadMs).toUTCString());
    const mishap = nextMishaps.shift();
    if (mishap) return goWrong(response, mishap);
    if (state.token !== null && question.authorization !== `Bearer ${state.token}`)
      return send(response, 401, { message: 'Unauthorized', sent: question.authorization });
    send(response, 200, readPage(state, question));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}` });
}

function readQuestion({ url = '/', headers }: IncomingMessage, n: number): FeedRequest {
  const { pathname, searchParams } = new URL(url, 'http://feed');
  const since = searchParams.get('dateUpdated[gte]');
  return {
    ...{ n, path: pathname, authorization: headers.authorization },
    limit: Number(searchParams.get('limit') ?? 100),
    offset: Number(searchParams.get('offset') ?? 0),
    since: since === null ? null : new Date(since),
  };
}

function readPage(state: Omit<FeedServer, 'url'>, request: FeedRequest): unknown {
  const { since, offset, limit } = request;
  const rows = since ? state.rows.filter((row) => new Date(String(row['timestamp'])) >= since) : state.rows;
  const page = state.bend(rows.slice(offset, offset + limit), request);
  if (state.total === undefined) return page;
  return { data: page, total: state.total === 'right' ? new Set(rows.map(({ id }) => id)).size : state.total };
}

function goWrong(response: ServerResponse, mishap: FeedMishap): void {
  if (mishap === 'silent') return;
  if (mishap === 'not-json') return void response.end('<html>Sign in</html>');
  if (mishap === 'not-a-list') return send(response, 200, { message: 'ok' });
  if (mishap === 'half') return void response.end('[{"id": "1", "serialN');
  if (mishap === 'cut') {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('[{"id": "1", "serialN', () => response.destroy());
    return;
  }
  if (mishap === 'slow' || mishap === 'huge') return drip(response, mishap);
  if ('redirect' in mishap) return void response.writeHead(302, { location: mishap.redirect }).end();
  if (mishap.retryAfter !== undefined) response.setHeader('retry-after', mishap.retryAfter);
  send(response, mishap.status, { message: 'Try later' });
}

function drip(response: ServerResponse, how: 'slow' | 'huge'): void {
  const piece = how === 'slow' ? ' ' : ' '.repeat(1024 * 1024);
  response.write('[');
  const timer = setInterval(() => response.write(piece), how === 'slow' ? 20 : 1);
  response.once('close', () => clearInterval(timer));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
