import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { z } from 'zod';
import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '../../domain/company/passkeys/schema.js';

/** How a hostile page or a faulty device differs. */
interface PasskeyFaults {
  readonly origin?: string;
  readonly host?: string;
  /** Whether the device verified its user by finger, face or PIN. */
  readonly isVerified?: boolean;
  /** The value of its counter; incremented each time by default. */
  readonly counter?: number;
  readonly type?: string;
}

const ORIGIN = 'http://localhost:4200';
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** A device that creates one passkey and signs with it, as WebAuthn specifies. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url');
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;

  make(
    { challenge, rp }: z.output<typeof CreationOptions>,
    otherwise: PasskeyFaults = {},
  ): z.input<typeof NewCredential> {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const key = Buffer.concat([Buffer.alloc(16), length, id, toCose(this.keys.publicKey)]);
    const authData = Buffer.concat([this.describe(rp.id, WITH_KEY, otherwise), key]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]), // a map with three entries: fmt, attStmt, authData
      toText('fmt'),
      toText('none'),
      toText('attStmt'),
      Buffer.from([0xa0]),
      toText('authData'),
      toBytes(authData),
    ]);
    const clientDataJSON = toClientData('webauthn.create', challenge, otherwise).toString('base64url');
    return { ...this.form, response: { clientDataJSON, attestationObject: attestation.toString('base64url') } };
  }

  sign(
    { challenge, rpId }: z.output<typeof RequestOptions>,
    otherwise: PasskeyFaults = {},
  ): z.input<typeof SignedCredential> {
    const clientData = toClientData('webauthn.get', challenge, otherwise);
    const authenticatorData = this.describe(rpId, 0, otherwise);
    const signedBytes = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.form,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signedBytes, this.keys.privateKey).toString('base64url'),
      },
    };
  }

  private get form() {
    return { id: this.id, rawId: this.id, type: 'public-key' } as const;
  }

  private describe(rpId: string, more: number, { host = rpId, isVerified = true, counter }: PasskeyFaults): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? (this.counter += 1));
    const flags = Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | more]);
    return Buffer.concat([createHash('sha256').update(host).digest(), flags, count]);
  }
}

const toClientData = (type: string, challenge: string, otherwise: PasskeyFaults): Buffer =>
  Buffer.from(
    JSON.stringify({ type: otherwise.type ?? type, challenge, origin: otherwise.origin ?? ORIGIN, crossOrigin: false }),
  );

const toText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function toBytes(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([Buffer.from([0x59]), length, bytes]);
}

/** A public key as COSE: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y. */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  const of = (label: number, text: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(text, 'base64url')]);
  return Buffer.concat([head, of(0x21, x), of(0x22, y)]);
}
