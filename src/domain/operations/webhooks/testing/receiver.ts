import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A received message, verified with the secrets; null if no signature matches. */
export interface ReceivedCall {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly _id: string; readonly revision?: number; readonly shop?: string | null };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a receiver answers. */
export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly text?: string }
  /** A body without end. */
  | 'huge'
  /** No answer. */
  | 'silent'
  /** A status, then single bytes with pauses. */
  | 'slow';

/** A receiver of webhooks that verifies every message with the package of the specification, as real receivers do. */
export class Receiver {
  readonly received: ReceivedCall[] = [];
  /** How many calls arrived, including those that were refused. */
  calls = 0;
  /** The secret it accepts. */
  secret = '';
  /** Whether it refuses messages with an old timestamp, as receivers do. A test with its own clock turns this off. */
  checksTime = true;
  /** How it answers a message. */
  answer: (message: ReceivedCall) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 204 });
  private readonly server = createServer((request, response) => void this.take(request, response));

  /** `http://127.0.0.1:port/hooks`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls += 1;
    const message = verify(this, request, await readText(request));
    if (!message) return void response.writeHead(401).end('no valid signature');
    this.received.push(message);
    respond(response, await this.answer(message));
  }
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const receiver = new Receiver();
  await receiver.start();
  return receiver;
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function verify(
  { secret, checksTime }: Pick<Receiver, 'secret' | 'checksTime'>,
  request: IncomingMessage,
  body: string,
): ReceivedCall | null {
  const headers = request.headers as Record<string, string>;
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  try {
    const webhook = new Webhook(secret);
    if (checksTime) webhook.verify(body, headers);
    else if (!signatures.split(' ').includes(webhook.sign(id, new Date(Number(timestamp) * 1000), body))) return null;
    return { id, headers, body, ...(JSON.parse(body) as Pick<ReceivedCall, 'type' | 'data'>) };
  } catch {
    return null;
  }
}

function respond(response: ServerResponse, answer: ReceiverAnswer): void {
  if (answer === 'silent') return;
  if (typeof answer === 'object') return void response.writeHead(answer.status, answer.headers).end(answer.text);
  response.writeHead(200);
  if (answer === 'slow') return void response.write('a');
  const piece = Buffer.alloc(64 * 1024, 'x');
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}
