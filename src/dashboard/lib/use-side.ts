import { isShopRole } from '../../domain/access/roles.js';
import { useMe } from './session.js';

/** Whose screens the signed-in user has: the company's or a shop's. */
export const useSide = (): 'company' | 'shop' => (isShopRole(useMe().role) ? 'shop' : 'company');
