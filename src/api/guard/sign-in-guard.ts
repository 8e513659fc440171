import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import type { SessionParts } from '../../domain/kernel/context.js';
import type { FailureCounts } from './failure-counts.js';
import { networkOf } from '../http/network.js';

const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Guards the sign-ins of one request. Only failures count:
 * - ten of a name from one address keep that name out of that address for 15 minutes, and nobody else;
 * - a hundred from one address keep strangers there out for 15 minutes;
 * - a hundred of one name in a day, from anywhere, keep strange devices out of that account until the day is over.
 * A device that has signed in to an account before carries a cookie that says so: it has a count of its own.
 */
export function signInGuard(counts: FailureCounts, key: KeyObject, ctx: Context): Pick<SessionParts, 'attempt'> {
  return {
    attempt: async (userName, check) => {
      const device = knownDevice(key, ctx, userName);
      const place = networkOf(ctx.ip);
      const name = hashed(userName);
      const limits = device
        ? [{ ...counts.pair, key: hashed(`${name} ${device}`) }]
        : [
            { ...counts.pair, key: hashed(`${name} ${place}`) },
            { ...counts.address, key: hashed(place) },
            { ...counts.name, key: name },
          ];
      const { result, reached } = await counts.count(limits, check);
      if (result !== null) rememberDevice(key, ctx, userName);
      return { result, isLastGuess: reached.includes('name') };
    },
  };
}

/** Names and addresses come from outside and may be long: kept under their hash. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Over TLS by a name that browsers keep for what TLS has set. */
const cookieName = (ctx: Context, userName: string): string =>
  `${ctx.secure ? '__Secure-' : ''}device-${hashed(userName).slice(0, 16)}`;
const signature = (key: KeyObject, userName: string, device: string): Buffer =>
  createHmac('sha256', key).update(`device\n${userName}\n${device}`).digest();

/** The id of a device that has signed in as this user before; null without a cookie of ours. */
function knownDevice(key: KeyObject, ctx: Context, userName: string): string | null {
  const [device = '', signed = ''] = (ctx.cookies.get(cookieName(ctx, userName)) ?? '').split('.');
  const given = Buffer.from(signed, 'base64url');
  const wanted = signature(key, userName, device);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? device : null;
}

function rememberDevice(key: KeyObject, ctx: Context, userName: string): void {
  const device = knownDevice(key, ctx, userName) ?? randomBytes(16).toString('base64url');
  ctx.cookies.set(cookieName(ctx, userName), `${device}.${signature(key, userName, device).toString('base64url')}`, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.secure,
    maxAge: YEAR_MS,
  });
}
