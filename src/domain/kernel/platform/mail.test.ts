import { expect, test } from 'vitest';
import { newId } from '../ids.js';
import { startSmtpSink } from '../../testing/smtp-sink.js';
import { createMailer } from './mail.js';

const mail = { to: 'shop@example.com', subject: 'Hello', text: 'Body' };

test('a mail server elsewhere must offer TLS, unless its address says otherwise', async () => {
  const sink = await startSmtpSink();
  const elsewhere = sink.url.replace('127.0.0.1', '0.0.0.0'); // this machine, by an address that is not loopback
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
