import http from 'node:http';

/** The raw answer, and its JSON if it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: unknown;
}

export interface Call {
  readonly method: string;
  /** Path and query, encoded as sent. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  readonly raw?: string | Buffer;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const HANGS_MS = 15_000;

/** Sends a request exactly as given. Fails if there is no answer. */
export function send(base: string, { method, path, headers = {}, raw }: Call): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const length = raw === undefined ? {} : { 'content-length': String(Buffer.byteLength(raw)) };
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, agent, method, path, headers: { ...length, ...headers } });
    request.setTimeout(HANGS_MS, () => request.destroy(new Error(`${method} ${path.slice(0, 200)} does not answer`)));
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve(toAnswer(response, Buffer.concat(chunks))));
    });
    request.end(raw);
  });
}

function toAnswer({ statusCode = 0, headers }: http.IncomingMessage, bytes: Buffer): Answer {
  const text = bytes.toString('utf8');
  const isJson = (headers['content-type']?.includes('/json') ?? false) && headers['content-encoding'] === undefined;
  return { status: statusCode, headers, bytes, text, json: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** An open stream of server-sent events and the events received so far. */
export interface EventStream {
  readonly events: readonly Record<string, unknown>[];
  /** Resolves with the first matching event, past or future. */
  until(fits: (event: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens an account's event stream; resolves when the server has opened it. */
export function listenTo(base: string, token: string): Promise<EventStream> {
  const events: Record<string, unknown>[] = [];
  const listeners = new Set<() => void>();
  return new Promise((resolve, reject) => {
    const request = http.get(`${base}/api/events`, { headers: { 'x-auth-token': token }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`events answer ${response.statusCode}`));
      let rest = '';
      const ended = new Promise<void>((end) => response.once('end', end));
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines)
          if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as Record<string, unknown>);
        if (lines.includes(': open')) resolve({ events, until, ended, close: () => request.destroy() });
        for (const look of listeners) look();
      });
    });
    request.once('error', reject);
  });

  function until(fits: (event: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      const look = () => {
        const event = events.find(fits);
        if (!event) return;
        listeners.delete(look);
        resolve(event);
      };
      listeners.add(look);
      look();
    });
  }
}
