import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail server that stores the emails it receives. */
export interface SmtpSink {
  readonly url: string;
  /** As received, except that header lines are unfolded. */
  readonly mails: readonly string[];
  /** The recipients: the addresses after `RCPT TO:`, in order. */
  readonly recipients: readonly string[];
  stop(): Promise<void>;
}

/** An email with each long header on one line. */
function unfold(mail: string): string {
  const body = mail.indexOf('\n\n');
  return mail.slice(0, body).replace(/\n[ \t]/g, ' ') + mail.slice(body);
}

interface SinkOptions {
  readonly refusals?: number;
  /** The answer to a line, such as `RCPT TO:<a@b.example>`, instead of the default one. */
  readonly answers?: (line: string) => string | undefined;
}

/** Starts a mail server on a free port. It refuses the first `refusals` emails with a temporary failure. */
export async function startSmtpSink({ refusals = 0, answers }: SinkOptions = {}): Promise<SmtpSink> {
  const mails: string[] = [];
  const recipients: string[] = [];
  let refusalsLeft = refusals;
  const answer = (line: string): string => {
    const reply = answers?.(line);
    if (reply !== undefined) return reply;
    if (/^(EHLO|HELO)/i.test(line)) return '250 sink';
    if (/^DATA/i.test(line)) return refusalsLeft-- > 0 ? '451 try again later' : '354 go on';
    if (/^STARTTLS/i.test(line)) return '502 no TLS here';
    return /^QUIT/i.test(line) ? '221 bye' : '250 ok';
  };
  const serve = (socket: Socket): void => {
    let mail: string | null = null;
    let rest = '';
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (mail !== null && line !== '.') mail += `${line.replace(/^\./, '')}\n`;
        else if (mail !== null) {
          mails.push(unfold(mail));
          mail = null;
          socket.write('250 kept\r\n');
        } else {
          const reply = answer(line);
          recipients.push(...(/^RCPT TO:(.*)/i.exec(line)?.slice(1) ?? []));
          if (reply.startsWith('354')) mail = '';
          socket.write(`${reply}\r\n`);
        }
      }
    });
  };
  const server = createServer(serve);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  return { url, mails, recipients, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
