import { isShopRole } from '../../domain/kernel/rights/roles.js';
import { useMe } from './server/session.js';

/** Which side's screens: the company's or a shop's. */
export type Side = 'company' | 'shop';

/** Which side's screens the signed-in user has: the company's or a shop's. */
export const useSide = (): Side => (isShopRole(useMe().role) ? 'shop' : 'company');
