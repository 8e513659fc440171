import type { Actor } from '../../kernel/context.js';
import type { Permission } from '../../kernel/rights/permissions.js';
import { getKeyRights, getKeyRole, getScopes } from '../../kernel/rights/scopes.js';
import { grants } from '../../kernel/rights/roles.js';
import type { Maker, SignInKey } from './queries.js';

const operator = { role: 'Office Admin', superAdmin: true, grants, viewOnly: false } as const;

type Rights = Pick<SignInKey, '_id' | 'name' | 'shopId' | 'scopes' | 'readOnly' | 'maker'>;

/**
 * The actor of an API key: the key with those of its scopes that its creator still has. Null if its creator was
 * deactivated or moved to another shop.
 */
export function getKeyActor({ _id: id, name, shopId, scopes, readOnly, maker }: Rights): Actor | null {
  if (maker && !mayStillGive(maker, shopId)) return null;
  const may = new Set<string>(getScopes(maker ?? operator, shopId));
  return {
    id,
    name,
    shopId,
    ...getKeyRights(maker ?? operator, shopId),
    superRole: null,
    viewOnly: readOnly || (maker ?? operator).viewOnly,
    scopes: ['session.use', ...scopes.filter((scope): scope is Permission => may.has(scope))],
    share: `keys of ${shopId ?? maker?._id ?? 'the operator'}`,
  };
}

/**
 * Whether a key's creator can no longer give it everything it has: they left, were demoted, lost a grant or can only
 * view. Another creator would give that back to the secret that this one knows.
 */
export function hasLostRights(key: Rights): boolean {
  const actor = getKeyActor({ ...key, readOnly: false });
  if (!actor || actor.viewOnly || actor.role !== getKeyRole(key.shopId)) return true;
  const may = new Set<string>(actor.scopes);
  return !key.scopes.every((scope) => may.has(scope));
}

/** Whether a creator may still give a key to this shop: the office may to any shop, a shop only to itself. */
const mayStillGive = ({ active, shopId: from }: Maker, shopId: string | null): boolean =>
  active && (from === null || from === shopId);
