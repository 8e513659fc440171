import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The false answers of a provider. */
interface Lies {
  /** Claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether it is signed by a key that is not in the provider's list. */
  readonly isForeignKey?: boolean;
  /** Whether it has no signature. */
  readonly isUnsigned?: boolean;
  /** A different answer about its identity. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The address to which every call is redirected. */
  readonly redirect?: string;
}

/** A provider that signs whatever a test requires, for what no real provider would answer. */
export interface FalseProvider {
  readonly issuer: string;
  /** Its next answers. */
  lies: Lies;
  /** The nonce in its next token. */
  nonce: string;
  stop(): Promise<void>;
}

const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startFalseProvider(clientId: string): Promise<FalseProvider> {
  const [keys, foreign] = [makeKeys(), makeKeys()];
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: FalseProvider = {
    ...{ issuer, lies: {}, nonce: '' },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const makeToken = (): string => {
    const { claims, isForeignKey = false, isUnsigned = false } = provider.lies;
    const now = Math.floor(Date.now() / 1000);
    const says = {
      iss: issuer,
      aud: clientId,
      sub: 'someone',
      iat: now,
      exp: now + 60,
      nonce: provider.nonce,
      ...claims,
    };
    const head = isUnsigned ? { alg: 'none' } : { alg: 'RS256', kid: keys.kid };
    const text = `${toPart(head)}.${toPart(says)}`;
    const { key } = isForeignKey ? foreign : keys;
    return `${text}.${isUnsigned ? '' : sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  };
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256'],
      ...provider.lies.metadata,
    }),
    '/jwks': () => ({ keys: [keys.jwk] }),
    '/token': () => ({ access_token: 'access', token_type: 'bearer', id_token: makeToken() }),
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { redirect } = provider.lies;
    const answer = answers[request.url ?? '']?.();
    if (redirect !== undefined) response.writeHead(302, { location: redirect }).end();
    else
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  return provider;
}

function makeKeys(): { key: KeyObject; jwk: object; kid: string } {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicJwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(publicJwk.n)).digest('base64url');
  return { key, kid, jwk: { ...publicJwk, kid, use: 'sig', alg: 'RS256' } };
}
