import { z } from 'zod';
import { OneLine } from '../../kernel/records/fields.js';

/** Base64url text of at most this many characters. */
const Bytes = (most: number) =>
  z
    .string('is missing')
    .max(most, 'is too long')
    .regex(/^[\w-]+$/, 'must be base64url');

const Transports = z.array(z.string().max(20)).max(10);
const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: Transports });

/** The input of `PublicKeyCredential.parseCreationOptionsFromJSON`, to create a passkey on a device. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** The input of `PublicKeyCredential.parseRequestOptionsFromJSON`, to sign in with a passkey. */
export const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('required'),
});

const form = { id: Bytes(1400), rawId: Bytes(1400), type: z.literal('public-key', 'must be public-key') };

/** A new passkey as the browser reports it. */
export const NewCredential = z.object(
  {
    ...form,
    response: z.object({
      clientDataJSON: Bytes(10_000),
      attestationObject: Bytes(50_000),
      transports: Transports.optional(),
    }),
  },
  'must be a passkey',
);
export type NewCredential = z.output<typeof NewCredential>;

/** A passkey's answer to a challenge, as the browser reports it. */
export const SignedCredential = z.object(
  {
    ...form,
    response: z.object({
      clientDataJSON: Bytes(10_000),
      authenticatorData: Bytes(10_000),
      signature: Bytes(10_000),
    }),
  },
  'must be a passkey',
);
export type SignedCredential = z.output<typeof SignedCredential>;

/** The name a user gives a passkey; by default the browser and system that created it. */
export const PasskeyName = OneLine().max(60, 'must be at most 60 characters').default('');

/** A passkey as its owner sees it. */
export const Passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  /** The host for which it works. */
  host: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
});
