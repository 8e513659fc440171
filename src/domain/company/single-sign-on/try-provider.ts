import type { Configuration } from 'openid-client';
import { z } from 'zod';
import type { Ctx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { guardedFetch } from '../../kernel/platform/guarded-fetch.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { askProvider, describeFailure, getRedirectAddress, type Provider } from './provider.js';
import { isObject } from '../../kernel/objects.js';

/** A provider that responded, and what an administrator should know about it. */
interface ProviderTest {
  readonly signOutAddress: string | null;
  readonly findings: readonly string[];
}

/**
 * Asks a provider who it is, and whether it knows the client. Throws at the field that is wrong: `issuer`, or
 * `clientSecret`.
 */
export async function tryProvider(
  ctx: Ctx,
  { name, claim, ...provider }: Provider & { readonly name: string; readonly claim: string },
): Promise<ProviderTest> {
  if (!ctx.outside) throw new Error('this entry point reaches no other systems');
  const { outside } = ctx;
  const checkedConfig = askProvider(outside, provider).then((config) => requireKeys(outside, config));
  const config = await checkedConfig.catch((error: unknown) => {
    throw invalid('issuer', `cannot be used: ${describeFailure(error)}`);
  });
  const answer = await tryClient(ctx, config);
  if (answer.isRefused) throw invalid('clientSecret', `was rejected by ${name}: it responded with ${answer.code}`);
  const { end_session_endpoint: signOutAddress = null } = config.serverMetadata();
  const findings = [
    answer.code === KNOWN ? null : `${name} could not confirm the client secret: it responded with ${answer.code}.`,
    describeAddress(ctx),
    ...describeMetadata(config, { name, claim }),
  ];
  return { signOutAddress, findings: findings.filter((finding) => finding !== null) };
}

const TIMEOUT_MS = 10_000;
const Keys = z.object({ keys: z.array(z.object({ kty: z.string(), use: z.string().optional() })) });

/** Throws if the provider has no keys to check the signature of an ID token with. */
async function requireKeys({ signIn }: OutsideAccess, config: Configuration): Promise<Configuration> {
  const { jwks_uri: address } = config.serverMetadata();
  if (address === undefined) throw new Error('its metadata has no address for its signing keys');
  const response = await guardedFetch(signIn)(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { data } = Keys.safeParse(response.ok ? await response.json().catch(() => null) : null);
  if (!data?.keys.some(({ use = 'sig' }) => use === 'sig'))
    throw new Error(`its signing keys cannot be read: ${address} responded with ${response.status} and no keys`);
  return config;
}

/** How a provider that knows the client responds to a code that it never issued. */
const KNOWN = 'invalid_grant';
const refusals: readonly string[] = ['invalid_client', 'unauthorized_client'];

/** Sends a code that was never issued: a provider that does not know the client rejects the client, otherwise the code. */
async function tryClient(ctx: Ctx, config: Configuration): Promise<{ code: string; isRefused: boolean }> {
  const oidc = await import('openid-client');
  const verifier = oidc.randomPKCECodeVerifier();
  const parameters = { code: 'none', redirect_uri: getRedirectAddress(ctx), code_verifier: verifier };
  try {
    await oidc.genericGrantRequest(config, 'authorization_code', parameters);
    return { code: 'with tokens', isRefused: false };
  } catch (error) {
    const { error: code, status }: Readonly<Record<string, unknown>> = isObject(error) ? error : {};
    if (typeof code === 'string') return { code: code.slice(0, 100), isRefused: refusals.includes(code) };
    return status === 401 ? { code: '401', isRefused: true } : { code: describeFailure(error), isRefused: false };
  }
}

const describeAddress = ({ outside }: Ctx): string | null =>
  outside?.people.isNamed ? null : 'PUBLIC_URL is not set on the server, so the redirect address is a guess.';

/** What the provider's metadata lacks. Metadata that lists nothing reports nothing. */
function describeMetadata(config: Configuration, { name, claim }: { name: string; claim: string }): string[] {
  const { scopes_supported: scopes, claims_supported: claims, end_session_endpoint: end } = config.serverMetadata();
  const [top = ''] = claim.split('.');
  return [
    ...(scopes && !scopes.includes('email')
      ? [`${name} does not list the scope email, so users may not be found by email address.`]
      : []),
    ...(claims && claim !== '' && !claims.includes(claim) && !claims.includes(top)
      ? [`${name} does not list the claim ${claim}. Check that it sends it.`]
      : []),
    ...(end ? [] : [`${name} does not have a page for signing out.`]),
  ];
}
