import { z } from 'zod';
import { OneLine } from '../../kernel/records/fields.js';

/** Bytes as base64url, at most so many characters. */
const Bytes = (most: number) =>
  z
    .string('is missing')
    .max(most, 'is too long')
    .regex(/^[\w-]+$/, 'must be base64url');

const Transports = z.array(z.string().max(20)).max(10);
const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: Transports });

/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes: makes a passkey on a device. */
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

/** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes: signs in with a passkey. */
export const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('required'),
});

const form = { id: Bytes(1400), rawId: Bytes(1400), type: z.literal('public-key', 'must be public-key') };

/** A new passkey, as the browser describes it. */
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

/** The answer of a passkey to a challenge, as the browser describes it. */
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

/** What a person calls a passkey; by default the browser and system that made it. */
export const PasskeyName = OneLine().max(60, 'must be at most 60 characters').default('');

/** A passkey in the list of its owner. */
export const Passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  /** The host that it works at. */
  host: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
});
