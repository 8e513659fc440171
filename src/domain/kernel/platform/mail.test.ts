import { describe, expect, test } from 'vitest';
import { newId } from '../ids.js';
import { startSmtpSink } from '../../testing/smtp-sink.js';
import { createMailer } from './mail.js';

const mail = { to: 'shop@example.com', subject: 'Hello', text: 'Body' };

test('a mail server elsewhere must offer TLS, unless its address allows otherwise', async () => {
  const sink = await startSmtpSink();
  const elsewhere = sink.url.replace('127.0.0.1', '0.0.0.0'); // this machine, through a non-loopback address
  const send = (SMTP_URL: string) => createMailer({ SMTP_URL, MAIL_FROM: 'office@example.com' })?.send(newId(), mail);
  try {
    await expect(send(elsewhere)).rejects.toThrow(/STARTTLS/);
    expect(sink.mails).toHaveLength(0);
    await send(sink.url);
    await send(`${elsewhere}?requireTLS=false`);
    expect(sink.mails).toHaveLength(2);
  } finally {
    await sink.stop();
  }
});

describe('an email has one recipient and the same headers as any other, whatever it contains', () => {
  const plainMail = { MAIL_FROM: 'Office <office@example.com>', ...mail, name: 'list.pdf' };
  const bcc = '\r\nBcc: victim@example.com\r\n';

  test.each<[string, Partial<typeof plainMail>]>([
    ['the recipient: two addresses', { to: 'shop@example.com, victim@example.com' }],
    ['the recipient: a group', { to: 'Shop: shop@example.com, victim@example.com;' }],
    ['the recipient: line ends', { to: `shop@example.com${bcc}` }],
    ['the recipient: line ends in a name', { to: `"Pat${bcc}" <shop@example.com>` }],
    ['the recipient: a command', { to: 'shop@example.com>\r\nRCPT TO:<victim@example.com' }],
    ['the subject', { subject: `Heartland${bcc}\r\n<b>` }],
    ['the name of the sender', { MAIL_FROM: `Office${bcc} <office@example.com>` }],
    ['the name of a file', { name: `list${bcc}\r\n";x="y.pdf` }],
  ])('%s', async (_, hostile) => {
    const sink = await startSmtpSink();
    const send = async ({ MAIL_FROM, name, ...fields }: typeof plainMail) => {
      const attachments = [{ name, type: 'application/pdf', content: Buffer.from('%PDF') }];
      await createMailer({ SMTP_URL: sink.url, MAIL_FROM })?.send(newId(), { ...fields, attachments });
    };
    try {
      await send(plainMail);
      await send({ ...plainMail, ...hostile });
      const [usualHeaders, head] = sink.mails.map((text) => text.match(/^[\w-]+:/gm));
      expect(head).toEqual(usualHeaders);
      expect(sink.recipients).toHaveLength(2);
      expect(sink.recipients).not.toContain('<victim@example.com>');
    } finally {
      await sink.stop();
    }
  });
});
