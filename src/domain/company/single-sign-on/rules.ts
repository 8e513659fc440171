import { isObject } from '../../kernel/objects.js';
import { RequiredText } from '../../kernel/records/fields.js';
import { Email } from '../users/schema.js';
import type { SsoRow } from './queries.js';
import type { SsoRights } from './schema.js';

/** A provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The rights that the claims grant: those of the first rule whose value the claim has, otherwise the fallback; null
 * if the person is refused. A claim is a text or a list of texts; `realm_access.roles` finds a nested one.
 */
export function chooseRights(
  { claim, rules, fallback }: Pick<SsoRow, 'claim' | 'rules' | 'fallback'>,
  claims: Claims,
): SsoRights | null {
  const values = claim === '' ? [] : [claims[claim] ?? findInside(claims, claim.split('.'))].flat();
  const { role, shopId } = rules.find(({ value }) => values.includes(value)) ?? fallback ?? {};
  return role === undefined ? null : { role, shopId: shopId ?? null };
}

const findInside = (claims: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), claims);

/** The email address in the claims, in lower case, if the provider has verified it; otherwise null. */
export function readVerifiedEmail({ email, email_verified: isVerified }: Claims): string | null {
  const { data } = Email.safeParse(email);
  return isVerified === true && data !== undefined ? data : null;
}

/** What happens to a person with these claims, as a sentence. */
export function describeArrival(
  sso: Pick<SsoRow, 'claim' | 'rules' | 'fallback' | 'createsUsers'>,
  claims: Claims,
): string {
  const email = readVerifiedEmail(claims);
  const rights = chooseRights(sso, claims);
  if (!rights) return 'This user is refused: no rule matches, and everyone else is refused.';
  if (email === null)
    return `This user gets the role ${rights.role}, but only with an account that is already linked: no email address is verified.`;
  const only = sso.createsUsers ? '' : ', but only with an account here: no users are added';
  return `${email} gets the role ${rights.role}${only}.`;
}

/** The name in the claims if it is valid here; otherwise null. */
export const readName = ({ name }: Claims): string | null => RequiredText('is required').safeParse(name).data ?? null;
