import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isId, newId } from '../ids.js';

/** How long a session lasts, in milliseconds. */
export const SESSION_MS = 12 * 3600 * 1000;

/** The contents of a session token. Nothing else in it is trusted. */
export interface Session {
  /** The ID of this session; signing out ends it. */
  readonly id: string;
  readonly userId: string;
  readonly generation: number;
}

/** Signs and reads session tokens: HS256 only, 12 hours. */
export interface Tokens {
  /** The token of a new session; without an ID, a new one is generated. */
  sign(session: Omit<Session, 'id'> & { readonly id?: string }, now: Date): string;
  /** The session of a token at `now`; null if it is forged or has expired. */
  read(token: string, now: Date): Session | null;
}

/** How many verified tokens are remembered. */
const MOST_KNOWN = 5000;

/**
 * Signs and verifies tokens with `secret`, which must have at least 32 bytes. A verified token is remembered until it
 * expires, because verifying takes a seventh of the time of an otherwise empty call.
 */
export function createTokens(secret: string): Tokens {
  if (Buffer.byteLength(secret) < 32) throw new Error('the session secret must have at least 32 bytes');
  const key: KeyObject = createSecretKey(Buffer.from(secret));
  const verifiedTokens = new Map<string, VerifiedToken>();
  return {
    sign: ({ id = newId(), userId, generation }, now) => {
      const iat = getSeconds(now);
      const exp = iat + SESSION_MS / 1000;
      return jwt.sign({ jti: id, sub: userId, gen: generation, iat, exp }, key, { algorithm: 'HS256' });
    },
    read: (token, now) => {
      const before = verifiedTokens.get(token);
      if (before) return getSeconds(now) < before.expires ? before.session : null;
      const claims = verify(token, key, now);
      if (!claims) return null;
      if (verifiedTokens.size >= MOST_KNOWN) verifiedTokens.clear();
      verifiedTokens.set(token, claims);
      return claims.session;
    },
  };
}

interface VerifiedToken {
  readonly session: Session;
  /** Unix seconds. */
  readonly expires: number;
}

const getSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** The contents of a token if we signed it; otherwise null. */
function verify(token: string, key: KeyObject, now: Date): VerifiedToken | null {
  try {
    const payload = jwt.verify(token, key, { algorithms: ['HS256'], clockTimestamp: getSeconds(now) });
    if (typeof payload === 'string' || typeof payload.sub !== 'string' || payload.exp === undefined) return null;
    const { jti: id, gen: generation }: { jti?: unknown; gen?: unknown } = payload;
    if (typeof generation !== 'number' || typeof id !== 'string' || !isId(id)) return null;
    return { session: { id, userId: payload.sub, generation }, expires: payload.exp };
  } catch {
    return null;
  }
}
