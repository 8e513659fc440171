import { createHash, randomBytes, randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const FORM = /^(swk_[a-z2-9]{8})_([\w-]{43})$/;

/** A new secret: its text, its visible part, and the hash to store. */
export function createSecret(): { readonly text: string; readonly prefix: string; readonly hash: string } {
  const name = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const prefix = `swk_${name}`;
  const text = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { text, prefix, hash: hashSecret(text) };
}

/** Whether a token has the form of an API key rather than of a session. */
export const isKeyText = (text: string): boolean => text.startsWith('swk_');

/** The visible part of a text in the form of a key; null for any other text. */
export const readPrefix = (text: string): string | null => FORM.exec(text)?.[1] ?? null;

/** The hash to store for a secret. A fast hash is enough, because 256 random bits cannot be guessed. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('base64url');
