import type { z } from 'zod';
import type { Ctx } from '../../kernel/context.js';
import { isObject, toError } from '../../kernel/objects.js';
import { type Challenge, CHALLENGE_MS, createChallenge, readChallenge } from '../sessions/challenge.js';
import { findProductName } from '../company/product.js';
import type { UserRow } from '../users/queries.js';
import { requirePasskeyHost } from './host.js';
import type { CreationOptions, NewCredential, RequestOptions, SignedCredential } from './schema.js';
import { findPasskeys, type PasskeyRow } from './queries.js';

/** ES256, EdDSA and RS256, which cover all common devices. */
const algorithms = [-7, -8, -257];

const describe = ({ credentialId: id, transports }: PasskeyRow) => ({ id, type: 'public-key' as const, transports });
const toChallenge = (ciphertext: string): string => Buffer.from(ciphertext).toString('base64url');
const fromChallenge = (challenge: string): string => Buffer.from(challenge, 'base64url').toString('utf8');

/**
 * The options a browser needs to create a passkey for a user. The device must verify the user by finger, face or PIN,
 * and the passkey must find its account by itself, so that it can stand for both factors.
 */
export async function offerPasskey(
  ctx: Ctx,
  user: UserRow,
  purpose: string,
): Promise<z.output<typeof CreationOptions>> {
  const host = requirePasskeyHost(ctx);
  const [name, passkeys] = await Promise.all([findProductName(ctx.db), findPasskeys(ctx.db, user._id)]);
  return {
    rp: { id: host.id, name },
    user: {
      id: Buffer.from(user._id.replaceAll('-', ''), 'hex').toString('base64url'),
      name: user.userName,
      displayName: user.name,
    },
    challenge: toChallenge(createChallenge(ctx, purpose)),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.filter((one) => one.host === host.id).map(describe),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** The options a browser needs to sign in with one of these passkeys, or with any it has for this host. */
export function requestPasskey(
  ctx: Ctx,
  passkeys: readonly PasskeyRow[],
  purpose: string,
): z.output<typeof RequestOptions> {
  const { id: rpId } = requirePasskeyHost(ctx);
  return {
    challenge: toChallenge(createChallenge(ctx, purpose)),
    timeout: CHALLENGE_MS,
    rpId,
    allowCredentials: passkeys.filter(({ host }) => host === rpId).map(describe),
    userVerification: 'required',
  };
}

/** What a new passkey proved. */
export interface MadePasskey extends Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'host'> {
  /** The challenge that it answered, which must then be used up. */
  readonly challenge: Challenge;
}

/**
 * Verifies a new passkey; null if it was created for another purpose, at another site, too late, or without user
 * verification.
 */
export async function readNewPasskey(
  ctx: Ctx,
  credential: NewCredential,
  purpose: string,
): Promise<MadePasskey | null> {
  const host = requirePasskeyHost(ctx);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server'); // loaded on demand because few processes need it
  const { sealed, origin } = readClientData(credential.response.clientDataJSON);
  const challenge = readChallenge(ctx, sealed, purpose);
  if (!challenge || !host.accepts(origin)) return null;
  const { verified, registrationInfo: info } = await orRefused(ctx, () =>
    verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: toChallenge(sealed),
      expectedOrigin: origin,
      expectedRPID: host.id,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified || !info) return null;
  const { id: credentialId, publicKey, counter } = info.credential;
  return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, host: host.id, challenge };
}

/** What the answer of a passkey proved. */
interface SignedChallenge {
  readonly challenge: Challenge;
  readonly counter: number;
  /** Whether its counter went backward, which means that the passkey was copied from its device. */
  readonly isCopy: boolean;
}

/**
 * Verifies the answer of a passkey; null if its key did not sign it, or if it is for another purpose or site, or too
 * late.
 */
export async function readSignedChallenge(
  ctx: Ctx,
  passkey: PasskeyRow,
  { credential, purpose }: { readonly credential: SignedCredential; readonly purpose: string },
): Promise<SignedChallenge | null> {
  const host = requirePasskeyHost(ctx);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { sealed, origin } = readClientData(credential.response.clientDataJSON);
  const challenge = readChallenge(ctx, sealed, purpose);
  if (!challenge || !host.accepts(origin)) return null;
  const { verified, authenticationInfo: info } = await orRefused(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: toChallenge(sealed),
      expectedOrigin: origin,
      expectedRPID: host.id,
      // the counter is compared below, only after the signature was verified, to tell a copied passkey from other failures
      credential: { id: passkey.credentialId, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
    }),
  );
  if (!verified || !info) return null;
  const { newCounter: counter } = info;
  return { challenge, counter, isCopy: (counter > 0 || passkey.counter > 0) && counter <= passkey.counter };
}

/** The encrypted challenge and the origin that a browser signed; empty if the data is something else. */
function readClientData(text: string): { sealed: string; origin: string } {
  try {
    const data: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (isObject(data)) return { sealed: fromChallenge(String(data['challenge'])), origin: String(data['origin']) };
  } catch {
    // not JSON
  }
  return { sealed: '', origin: '' };
}

/** Returns null for an invalid answer. The library throws for each; only the log gets the reason. */
async function orRefused<T extends object>(ctx: Ctx, verify: () => Promise<T>): Promise<Partial<T>> {
  try {
    return await verify();
  } catch (error) {
    ctx.logger.info({ requestId: ctx.requestId, reason: toError(error).message }, 'a passkey was refused');
    return {};
  }
}
