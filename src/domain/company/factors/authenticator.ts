import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** The parameters that all authenticator apps support: RFC 6238 with SHA-1, six digits, a new code every 30 seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;

/** A new base32 secret. */
export const createAuthenticatorSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const toTotp = (secret: string, more: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...form, ...more, secret: Secret.fromBase32(secret) });

/** What an app needs: the secret in groups of four, an `otpauth:` address, and the address as a QR code. */
export function describeAuthenticator(secret: string, issuer: string, label: string) {
  const uri = toTotp(secret, { issuer, label }).toString();
  return { secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret, uri, qr: renderSVG(uri, { ecc: 'M', border: 2 }) };
}

/** The code that an app shows for a secret at a given time. */
export const isCode = (text: string): boolean => /^\d{3} ?\d{3}$/.test(text);

/** How far the clocks of the user's device and the server may differ, in steps of 30 seconds. */
const SKEW = 1;

/**
 * The time step that a code belongs to: the current one or an adjacent one, because clocks differ. Null if it matches
 * none, or none after `after`, because each code works only once. Takes the same time for every code.
 */
export function findStep(secret: string, code: string, now: Date, after: number | null): number | null {
  const totp = toTotp(secret);
  const present = Math.floor(now.getTime() / 1000 / form.period);
  const codeBytes = Buffer.from(code.replace(' ', ''));
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, n) => present - SKEW + n);
  const fitting = steps.filter((step) => isSame(codeBytes, Buffer.from(totp.generate({ timestamp: toTime(step) }))));
  return fitting.find((step) => after === null || step > after) ?? null;
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** When a step begins, in milliseconds. */
export const toTime = (step: number): number => step * form.period * 1000;
