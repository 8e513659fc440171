import net from 'node:net';

/** A raw connection that sends exactly what it is given and collects the answers. */
export class Line {
  readonly socket: net.Socket;
  received = '';
  isEnded = false;
  private readonly waiting = new Set<() => void>();

  constructor(port: number) {
    this.socket = net.connect(port, '127.0.0.1');
    const look = () => this.waiting.forEach((one) => one());
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text;
      look();
    });
    for (const event of ['end', 'close', 'error'])
      this.socket.on(event, () => {
        this.isEnded = true;
        look();
      });
  }

  send(text: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(text);
  }

  /** Resolves when this many answers have arrived or the connection has ended. */
  answers(count: number): Promise<string[]> {
    return new Promise((resolve) => {
      const look = () => {
        const statuses = this.received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];
        if (statuses.length < count && !this.isEnded) return;
        this.waiting.delete(look);
        resolve(statuses);
      };
      this.waiting.add(look);
      look();
    });
  }
}

/** The head of a request with a body of `length` bytes. */
export const formatHead = (call: string, length: number, more: Readonly<Record<string, string>> = {}): string =>
  [`${call} HTTP/1.1`, 'Host: localhost', `Content-Length: ${length}`]
    .concat(Object.entries({ 'Content-Type': 'application/json', ...more }).map((pair) => pair.join(': ')))
    .join('\r\n') + '\r\n\r\n';
