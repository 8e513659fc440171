import { ApiError, type Input, type Output } from './server/api.js';

/** Creates a passkey on the device. Throws `ApiError` with a clear message if that fails. */
export async function makePasskey(
  options: Output<'POST /api/factors/passkey'>,
): Promise<Input<'POST /api/factors/passkey/confirm'>['credential']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toJson(await prompt(navigator.credentials.create({ publicKey })));
}

/** Signs with a passkey of the device. Throws `ApiError` with a clear message if that fails. */
export async function signWithPasskey(
  options: Output<'POST /api/auth/passkey/options'>,
): Promise<Input<'POST /api/auth/passkey'>['credential']> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toJson(await prompt(navigator.credentials.get({ publicKey })));
}

const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again, or sign in another way.',
  AbortError: 'No passkey was used. Try again, or sign in another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
};

async function prompt(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await request.catch((error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    throw new ApiError(0, 'passkey', sentences[name] ?? 'This browser could not use a passkey.');
  });
  if (!(credential instanceof PublicKeyCredential)) throw new ApiError(0, 'passkey', 'No passkey was used.');
  return credential;
}

/** Converts it to the form that the server expects. */
const toJson = <T>(credential: PublicKeyCredential): T => credential.toJSON() as T;
