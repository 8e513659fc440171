import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a false provider says in place of the truth. */
interface Lies {
  /** Claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signed by a key that is not in its list. */
  readonly isForeignKey?: boolean;
  /** Without a signature. */
  readonly isUnsigned?: boolean;
  /** Another answer to the question who it is. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Leads every call elsewhere. */
  readonly redirect?: string;
}

/** A provider that signs whatever a test wants, for what no real provider would say. */
export interface FalseProvider {
  readonly issuer: string;
  /** What it says next. */
  lies: Lies;
  /** The nonce that it puts into the next token. */
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
  const shown = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(shown.n)).digest('base64url');
  return { key, kid, jwk: { ...shown, kid, use: 'sig', alg: 'RS256' } };
}
