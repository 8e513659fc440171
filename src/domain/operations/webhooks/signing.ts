import { createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Vault } from '../../kernel/platform/vault.js';
import type { WebhookBody } from './schema.js';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret in the format of the Standard Webhooks specification: `whsec_` and 32 random bytes in base64. */
export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

const purpose = (endpointId: string): string => `webhook ${endpointId}`;

/** Encrypts a secret for its endpoint only. */
export const sealSecret = (vault: Vault, endpointId: string, secret: string): string =>
  vault.seal(secret, purpose(endpointId));

/** The secrets of an endpoint, newest first; null if this installation cannot decrypt them. */
export function openSecrets(vault: Vault, endpointId: string, ciphertexts: readonly string[]): string[] | null {
  const secrets = ciphertexts.map((one) => vault.open(one, purpose(endpointId)));
  return secrets.every((one) => one !== null) ? secrets : null;
}

/** The signed part of a message, besides the time. */
export interface SignedMessage {
  readonly id: string;
  readonly body: string;
}

/** The headers of the Standard Webhooks specification, with one signature for each secret. `at` is when it is sent. */
export function signMessage(secrets: readonly string[], { id, body }: SignedMessage, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = new Uint8Array(Buffer.from(secret.slice(PREFIX.length), 'base64'));
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The data for the body of a message. */
export interface MessageFacts {
  readonly type: string;
  readonly at: string;
  readonly endpointId: string;
  /** The record it is about; null for a test, which is about its endpoint. */
  readonly recordId: string | null;
  readonly revision: number | null;
  readonly shopId: string | null;
}

/** The body of a message, the same text for each try. */
export function buildBody({ type, at, endpointId, recordId, revision, shopId }: MessageFacts): string {
  const data =
    recordId === null
      ? { _id: endpointId }
      : { _id: recordId, ...(revision === null ? {} : { revision }), shop: shopId };
  return JSON.stringify({ type, timestamp: at, data } satisfies z.output<typeof WebhookBody>);
}
