import { createTransport } from 'nodemailer';
import { oneLine } from '../text/plain-text.js';
import { isObject, toError } from '../objects.js';

/** One email as stored in the outbox. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML; if left out, the email is plain text. */
  readonly html?: string | undefined;
  readonly attachments?: readonly Attachment[];
}

/** A file attached to an email. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** A mail server refused an email permanently, so that trying again is useless. */
export class MailRefused extends Error {
  constructor(
    message: string,
    /** Whether it refused the address rather than the content. */
    readonly isOfAddress: boolean,
  ) {
    super(message);
  }
}

/** Sends emails through an SMTP server. */
export interface Mailer {
  /** The address of the dashboard, for links; null if the operator configured none. */
  readonly address: string | null;
  /**
   * Sends an email whose Message-ID is derived from `id`, so that mail programs recognize one that is sent again
   * after a crash. Returns the server's answer. Throws `MailRefused` if the server refuses the address or the email
   * permanently, another error if it cannot be reached or refuses temporarily. The error never contains the server's
   * password.
   */
  send(id: string, mail: Mail): Promise<string>;
  close(): void;
}

const SECONDS = 1000;

/**
 * Creates a mailer for `SMTP_URL`; null if it is not set. The server must offer TLS unless it is on this machine or
 * the URL contains `?requireTLS=false`.
 */
export function createMailer(config: {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM: string;
  readonly PUBLIC_URL?: string | undefined;
}): Mailer | null {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  if (!url) return null;
  const transport = createTransport({
    url,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
    requireTLS: needsTls(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    address: config.PUBLIC_URL ?? null,
    send: async (id, { to, subject, text, html, attachments = [] }) => {
      const files = attachments.map(({ name, type, content }) => ({
        filename: oneLine(name),
        contentType: type,
        content: Buffer.from(content),
      }));
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: oneLine(to) }, // a plain string would be parsed as a list of addresses and groups
          subject: oneLine(subject),
          text,
          ...(html === undefined ? {} : { html }),
          attachments: files,
          messageId: messageId(id, from),
        });
        return withoutSecrets(response, url);
      } catch (error) {
        const message = withoutSecrets(toError(error).message, url); // the original error may contain the transport's options
        const step = findRefusedStep(error);
        if (step === null) throw new Error(message);
        throw new MailRefused(withoutSecrets(findAnswer(error) ?? message, url), step === 'RCPT TO');
      }
    },
    close: () => transport.close(),
  };
}

/** What a server refused permanently (5xx): the address or the content; null for any other error. */
function findRefusedStep(error: unknown): 'RCPT TO' | 'DATA' | null {
  if (!isObject(error) || typeof error['responseCode'] !== 'number' || error['responseCode'] < 500) return null;
  const step = error['command'];
  return step === 'RCPT TO' || step === 'DATA' ? step : null;
}

/** The server's answer. */
const findAnswer = (error: unknown): string | null =>
  isObject(error) && typeof error['response'] === 'string' ? error['response'] : null;

/**
 * Whether a mail server must offer TLS, without which the password and the emails would cross the network
 * unencrypted.
 */
function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return searchParams.get('requireTLS') !== 'false' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

const messageId = (id: string, from: string): string => `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'shedworks'}>`;

function withoutSecrets(message: string, url: string): string {
  const { password, username } = new URL(url);
  return [decodeURIComponent(password), password, decodeURIComponent(username)]
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), message);
}
