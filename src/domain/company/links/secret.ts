import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const FORM = /^swl_([0-9a-f]{32})_([\w-]{43})$/;

/**
 * The text of a new link with this ID, and the hash to store. A fast hash is enough, because 256 random bits cannot
 * be guessed.
 */
export function createLinkSecret(id: string): { readonly text: string; readonly hash: string } {
  const text = `swl_${id.replaceAll('-', '')}_${randomBytes(32).toString('base64url')}`;
  return { text, hash: hashLink(text) };
}

/** The ID in the text of a link; null for any other text. */
export function readLinkId(text: string): string | null {
  const hex = FORM.exec(text)?.[1];
  return hex === undefined ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether a text is the link of a stored hash. Takes the same time wherever they differ. */
export function linkFits(storedHash: string, text: string): boolean {
  const [storedBytes, givenBytes] = [Buffer.from(storedHash), Buffer.from(hashLink(text))];
  return storedBytes.length === givenBytes.length && timingSafeEqual(storedBytes, givenBytes);
}

const hashLink = (text: string): string => createHash('sha256').update(text).digest('base64url');
