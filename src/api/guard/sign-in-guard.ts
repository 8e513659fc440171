import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import type { SessionParts } from '../../domain/kernel/context.js';
import type { FailureCounts } from './failure-counts.js';
import { getNetwork } from '../http/network.js';

const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Guards the sign-ins of one request. Only failures count: - ten for one name from one address block that name from
 * that address for 15 minutes, without affecting anyone else; - a hundred from one address block unknown devices
 * there for 15 minutes; - a hundred for one name in a day, from anywhere, block unknown devices from that account for
 * the rest of the day. A device that has signed in to an account before has a cookie that identifies it, and a
 * separate count. Wrong codes after the correct password are counted separately: ten in 15 minutes, and 50 in a day.
 * Passkeys cannot be guessed, so they count only against the address.
 */
export function signInGuard(
  counts: FailureCounts,
  key: KeyObject,
  ctx: Context,
): Pick<SessionParts, 'attempt' | 'attemptCode' | 'attemptProof' | 'admitRequest'> {
  return {
    admitRequest: async (userName) => {
      const place = getNetwork(ctx.ip);
      const limits = [
        { ...counts.link, key: hash(`${hash(userName)} ${place}`) },
        { ...counts.linkAddress, key: hash(place) },
      ];
      await counts.count(limits, () => Promise.resolve(null));
    },
    attempt: async (userName, check, isIn = () => true) => {
      const device = knownDevice(key, ctx, userName);
      const place = getNetwork(ctx.ip);
      const name = hash(userName);
      const limits = device
        ? [{ ...counts.pair, key: hash(`${name} ${device}`) }]
        : [
            { ...counts.pair, key: hash(`${name} ${place}`) },
            { ...counts.address, key: hash(place) },
            { ...counts.name, key: name },
          ];
      const { result, reached } = await counts.count(limits, check);
      if (result !== null && isIn(result)) rememberDevice(key, ctx, userName);
      return { result, isLastGuess: reached.includes('name'), isNewDevice: device === null };
    },
    attemptProof: async (check, isIn = () => true) => {
      const { result } = await counts.count([{ ...counts.address, key: hash(getNetwork(ctx.ip)) }], check);
      const isNewDevice = result !== null && knownDevice(key, ctx, result.userName) === null;
      if (result !== null && isIn(result)) rememberDevice(key, ctx, result.userName);
      return { result, isNewDevice };
    },
    attemptCode: async (userName, check) => {
      const fromPlace = { ...counts.address, key: hash(getNetwork(ctx.ip)) };
      const device = userName === null ? null : knownDevice(key, ctx, userName);
      const name = hash(userName ?? '');
      const limits =
        userName === null
          ? [fromPlace]
          : [
              { ...counts.pair, key: hash(`code ${name} ${device ?? getNetwork(ctx.ip)}`) },
              { ...counts.code, key: device ? hash(`${name} ${device}`) : name },
              ...(device ? [] : [fromPlace]),
            ];
      const { result, reached } = await counts.count(limits, check);
      if (result !== null && userName !== null) rememberDevice(key, ctx, userName);
      return { result, isLastGuess: reached.includes('code'), isNewDevice: device === null };
    },
  };
}

/** Names and addresses are untrusted and may be long, so only their hashes are stored. */
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The cookie's name. Over TLS it has a prefix that browsers reserve for cookies set over TLS. */
const cookieName = (ctx: Context, userName: string): string =>
  `${ctx.secure ? '__Secure-' : ''}device-${hash(userName).slice(0, 16)}`;
const signature = (key: KeyObject, userName: string, device: string): Buffer =>
  createHmac('sha256', key).update(`device\n${userName}\n${device}`).digest();

/** The ID of a device that has signed in as this user before; null without a valid cookie. */
function knownDevice(key: KeyObject, ctx: Context, userName: string): string | null {
  const [device = '', proof = ''] = (ctx.cookies.get(cookieName(ctx, userName)) ?? '').split('.');
  const givenBytes = Buffer.from(proof, 'base64url');
  const expectedBytes = signature(key, userName, device);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes) ? device : null;
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
