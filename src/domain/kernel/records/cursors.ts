import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { parseOwnJson } from '../objects.js';

/** Creates the cursors of long lists, which clients can neither read nor change. */
export interface Cursors {
  /**
   * The cursor of a position in `list`, which identifies what was listed and for whom. The same position yields the
   * same cursor, so that equal pages have equal tags.
   */
  seal(place: unknown, list: string): string;
  /** The position of a cursor; undefined if it belongs to another list or another installation, or was changed. */
  open(cursor: string, list: string): unknown;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates cursors with a key derived from the secret that all processes of an installation share: AES-256-GCM, with
 * an IV derived from the position.
 */
export function createCursors(secret: string): Cursors {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `shedworks cursors ${purpose}`, 32));
  const [key, ivKey] = [derive('content'), derive('IV')];
  return {
    seal: (place, list) => {
      const text = JSON.stringify(place);
      const iv = createHmac('sha256', ivKey).update(`${list}\n${text}`).digest().subarray(0, IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(list));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
    },
    open: (cursor, list) => {
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== cursor) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(list))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const content = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
        return parseOwnJson(Buffer.concat(content).toString('utf8'));
      } catch {
        return undefined; // another list or installation, or changed
      }
    },
  };
}
