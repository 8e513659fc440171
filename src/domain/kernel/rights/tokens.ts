import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isId, newId } from '../ids.js';

/** How long a session lasts, in milliseconds. */
export const SESSION_MS = 12 * 3600 * 1000;

/** What a session token says; nothing else in it is trusted. */
export interface Session {
  /** Of this session alone: signing out ends it by its id. */
  readonly id: string;
  readonly userId: string;
  readonly generation: number;
}

/** Signs and reads session tokens: HS256 only, 12 hours. */
export interface Tokens {
  /** The token of a new session. */
  sign(session: Omit<Session, 'id'>, now: Date): string;
  /** Who a token stands for at `now`; null when it is forged or has expired. */
  read(token: string, now: Date): Session | null;
}

/** So many tokens are remembered as verified. */
const MOST_KNOWN = 5000;

/**
 * Tokens signed with `secret`, which must have at least 32 bytes. A token that was verified once is known by its text until
 * it expires: verifying is a seventh of what a call without work costs.
 */
export function createTokens(secret: string): Tokens {
  if (Buffer.byteLength(secret) < 32) throw new Error('the session secret must have at least 32 bytes');
  const key: KeyObject = createSecretKey(Buffer.from(secret));
  const known = new Map<string, Verified>();
  return {
    sign: ({ userId, generation }, now) => {
      const iat = secondsOf(now);
      const exp = iat + SESSION_MS / 1000;
      return jwt.sign({ jti: newId(), sub: userId, gen: generation, iat, exp }, key, { algorithm: 'HS256' });
    },
    read: (token, now) => {
      const before = known.get(token);
      if (before) return secondsOf(now) < before.expires ? before.session : null;
      const found = verified(token, key, now);
      if (!found) return null;
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(token, found);
      return found.session;
    },
  };
}

interface Verified {
  readonly session: Session;
  /** Unix seconds. */
  readonly expires: number;
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** What a token says whose signature is ours; null for every other. */
function verified(token: string, key: KeyObject, now: Date): Verified | null {
  try {
    const payload = jwt.verify(token, key, { algorithms: ['HS256'], clockTimestamp: secondsOf(now) });
    if (typeof payload === 'string' || typeof payload.sub !== 'string' || payload.exp === undefined) return null;
    const { jti: id, gen: generation }: { jti?: unknown; gen?: unknown } = payload;
    if (typeof generation !== 'number' || typeof id !== 'string' || !isId(id)) return null;
    return { session: { id, userId: payload.sub, generation }, expires: payload.exp };
  } catch {
    return null;
  }
}
