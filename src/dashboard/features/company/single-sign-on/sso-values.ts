import { isShopRole, type Role, roles } from '../../../../domain/kernel/rights/roles.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

export type Sso = NonNullable<Output<'GET /api/sso'>['item']>;
type Fields = Input<'PUT /api/sso'>;
type Rights = NonNullable<Sso['fallback']>;

/** The choice that refuses everyone whom no rule matches, instead of giving them a role. */
const REFUSE = '' as const;

export const roleOptions = roles.map((role) => ({ value: role, label: role }));
export const blankRule = { value: '', role: 'Office User', shopId: '' } satisfies SsoValues['rules'][number];

/** The values of the form; blank for a new provider. */
export const toValues = (sso: Sso | null) => ({
  name: sso?.name ?? '',
  issuer: sso?.issuer ?? '',
  clientId: sso?.clientId ?? '',
  clientSecret: '',
  claim: sso?.claim ?? '',
  rules: (sso?.rules ?? []).map(({ value, role, shopId }) => ({ value, role, shopId: shopId ?? '' })),
  fallback: {
    role: sso?.fallback?.role ?? REFUSE,
    shopId: sso?.fallback?.shopId ?? '',
  },
  createsUsers: sso?.createsUsers ?? false,
  allowsPasswords: sso?.allowsPasswords ?? true,
  trustsFactors: sso?.trustsFactors ?? false,
});
export type SsoValues = ReturnType<typeof toValues>;

const toRights = (role: Role, shopId: string): Rights => ({ role, shopId: isShopRole(role) && shopId ? shopId : null });

/** What a test sends of the form: the provider alone, and a secret only if one was entered. */
export const toProvider = ({ name, issuer, clientId, clientSecret, claim }: SsoValues): Fields => ({
  ...{ name, issuer, clientId, claim },
  ...(clientSecret === '' ? {} : { clientSecret }),
});

/** What is sent of the form: a secret only if one was entered. */
export const toFields = ({ clientSecret, rules, fallback: { role, shopId }, ...fields }: SsoValues): Fields => ({
  ...fields,
  ...(clientSecret === '' ? {} : { clientSecret }),
  rules: rules.map((rule) => ({ value: rule.value, ...toRights(rule.role, rule.shopId) })),
  fallback: role === REFUSE ? null : toRights(role, shopId),
});

export const labels = {
  name: 'Name',
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  claim: 'Claim that decides the role',
  rules: 'Rules',
  fallback: 'Everyone else',
  createsUsers: 'Add users who have no account',
  allowsPasswords: 'Allow passwords and passkeys, too',
  trustsFactors: 'Leave the second factor to the provider',
} as const;

const formatRights = ({ role, shopId }: Rights): string => (shopId === null ? role : `${role} of one shop`);
export const historyWords = {
  name: [labels.name],
  issuer: [labels.issuer],
  clientId: [labels.clientId],
  secretSetAt: ['Client secret entered'],
  claim: [labels.claim],
  rules: [labels.rules, (rules: Sso['rules']) => rules.map((one) => `${one.value}: ${formatRights(one)}`).join(', ')],
  fallback: [labels.fallback, (rights: Sso['fallback']) => (rights ? formatRights(rights) : 'Refused')],
  createsUsers: [labels.createsUsers, formatYesNo],
  allowsPasswords: [labels.allowsPasswords, formatYesNo],
  trustsFactors: [labels.trustsFactors, formatYesNo],
  signOutAddress: ['Page for signing out'],
} as const;
