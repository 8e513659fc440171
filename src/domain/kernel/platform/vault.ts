import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the credentials of other systems in the database. */
export interface Vault {
  /** Encrypts a text for one purpose, `about`. The same text yields a different result each time. */
  readonly seal: (text: string, about: string) => string;
  /**
   * Decrypts a text for the same purpose; null if the installation's secret is another one, or anything was changed.
   */
  readonly open: (ciphertext: string, about: string) => string | null;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A vault for the secret of an installation: AES-256-GCM with its own derived key. */
export function createVault(secret: string): Vault {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'shedworks credentials', 32));
  return {
    seal: (text, about) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')}`;
    },
    open: (ciphertext, about) => {
      const [version, text = ''] = ciphertext.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        return null; // another secret, another purpose, or changed bytes
      }
    },
  };
}
