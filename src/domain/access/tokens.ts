import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

const HOURS = 12;

/** What a session token says; nothing else in it is trusted. */
export interface Session {
  readonly userId: string;
  readonly generation: number;
}

/** Signs and reads session tokens: HS256 only, 12 hours. */
export interface Tokens {
  sign(session: Session, now: Date): string;
  /** Who a token stands for at `now`; null when it is forged or has expired. */
  read(token: string, now: Date): Session | null;
}

/** Tokens signed with `secret`, which must have at least 32 bytes. */
export function createTokens(secret: string): Tokens {
  if (Buffer.byteLength(secret) < 32) throw new Error('the session secret must have at least 32 bytes');
  const key: KeyObject = createSecretKey(Buffer.from(secret));
  return {
    sign: ({ userId, generation }, now) => {
      const iat = Math.floor(now.getTime() / 1000);
      return jwt.sign({ sub: userId, gen: generation, iat, exp: iat + HOURS * 3600 }, key, { algorithm: 'HS256' });
    },
    read: (token, now) => {
      try {
        const payload = jwt.verify(token, key, {
          algorithms: ['HS256'],
          clockTimestamp: Math.floor(now.getTime() / 1000),
        });
        if (typeof payload === 'string' || typeof payload.sub !== 'string') return null;
        const generation: unknown = payload['gen'];
        return typeof generation === 'number' ? { userId: payload.sub, generation } : null;
      } catch {
        return null;
      }
    },
  };
}
