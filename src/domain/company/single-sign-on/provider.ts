import type { Configuration } from 'openid-client';
import type { Ctx } from '../../kernel/context.js';
import { isObject, toError } from '../../kernel/objects.js';
import { guardedFetch } from '../../kernel/platform/guarded-fetch.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { ForbiddenAddress } from '../../kernel/platform/public-address.js';
import { requireVault } from '../sessions/challenge.js';
import type { SsoRow } from './queries.js';
import type { Claims } from './rules.js';

const purpose = (issuer: string): string => `single sign-on ${issuer}`;

/** Encrypts a client secret for this provider only. */
export const sealClientSecret = (ctx: Pick<Ctx, 'outside'>, issuer: string, secret: string): string =>
  requireVault(ctx).seal(secret, purpose(issuer));

/** The address to which the provider redirects users back. */
export const getRedirectAddress = ({ outside }: Pick<Ctx, 'outside'>): string => `${outside?.people.address ?? ''}/sso`;

const TIMEOUT_S = 10;
/** How far the clocks of the provider and this server may differ, in seconds. */
const SKEW_S = 60;
const FRESH_MS = 5 * 60_000;

interface CachedProvider {
  readonly key: string;
  readonly configuration: Promise<Configuration>;
  readonly until: number;
}

/** The provider's metadata, cached for five minutes because strangers can trigger its download by signing in. */
const caches = new WeakMap<OutsideAccess, CachedProvider>();

export type Provider = Pick<SsoRow, 'issuer' | 'clientId' | 'sealedSecret'>;

/** Discovers the provider's endpoints and keys. Throws if it cannot be reached or identifies itself differently. */
function discover({ outside }: Pick<Ctx, 'outside'>, provider: Provider): Promise<Configuration> {
  if (!outside) throw new Error('this entry point reaches no other systems');
  const key = JSON.stringify([provider.issuer, provider.clientId, provider.sealedSecret]);
  const entry = caches.get(outside);
  if (entry?.key === key && entry.until > performance.now()) return entry.configuration;
  const metadata = askProvider(outside, provider);
  caches.set(outside, { key, configuration: metadata, until: performance.now() + FRESH_MS });
  metadata.catch(() => caches.delete(outside)); // this caller gets the failure; the next one tries again
  return metadata;
}

/** The provider's current metadata. Throws if it cannot be reached or identifies itself differently. */
export async function askProvider(
  outside: OutsideAccess,
  { issuer, clientId, sealedSecret }: Provider,
): Promise<Configuration> {
  const secret = outside.vault.open(sealedSecret, purpose(issuer));
  if (secret === null) throw new Error('the client secret was encrypted with another SHEDWORKS_SECRET');
  const oidc = await import('openid-client'); // loaded on demand because few processes need it
  const metadata = { client_secret: secret, [oidc.clockTolerance]: SKEW_S };
  return oidc.discovery(new URL(issuer), clientId, metadata, undefined, {
    [oidc.customFetch]: guardedFetch(outside.signIn),
    // verify the ID token's signature even though TLS would be enough
    execute: [oidc.enableNonRepudiationChecks, ...(outside.signIn.allowsPrivate ? [oidc.allowInsecureRequests] : [])],
    timeout: TIMEOUT_S,
  });
}

/** What to remember while a user is at the provider. */
export interface ProviderVisit {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly issuer: string;
  readonly clientId: string;
}

/** The provider's sign-in page for this attempt, and what must match when the user comes back. */
export async function beginWay(ctx: Ctx, provider: Provider): Promise<{ address: string; way: ProviderVisit }> {
  const config = await discover(ctx, provider);
  const oidc = await import('openid-client');
  const { issuer, clientId } = provider;
  const verifier = oidc.randomPKCECodeVerifier();
  const way = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier, issuer, clientId };
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: getRedirectAddress(ctx),
    scope: 'openid email profile',
    ...{ state: way.state, nonce: way.nonce },
    ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  });
  return { address: address.href, way };
}

/**
 * The provider's claims about the user who came back with `answer`, the query string of the address. Throws if state,
 * code, issuer, audience, nonce, signature or time do not match.
 */
export async function endWay(
  ctx: Ctx,
  provider: Provider,
  { way, answer }: { readonly way: ProviderVisit; readonly answer: string },
): Promise<Claims & { readonly sub: string }> {
  const config = await discover(ctx, provider);
  const oidc = await import('openid-client');
  const back = new URL(`${getRedirectAddress(ctx)}?${answer}`);
  const checks = { expectedState: way.state, expectedNonce: way.nonce, pkceCodeVerifier: way.verifier };
  const tokens = await oidc.authorizationCodeGrant(config, back, { ...checks, idTokenExpected: true });
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no ID token');
  if (!config.serverMetadata().userinfo_endpoint) return claims;
  return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
}

/** Why the provider could not be used, for those who set it up and for the log, without tokens and codes. */
export function describeFailure(thrown: unknown): string {
  const error = toError(thrown);
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause instanceof ForbiddenAddress) return 'its address is not allowed';
  const refusal = isObject(error) ? error['error'] : undefined;
  if (typeof refusal === 'string') return `it responded with ${refusal.slice(0, 100)}`;
  return cause.message.slice(0, 200);
}
