import type { Permission } from '../../kernel/rights/permissions.js';
import type { AboutKind } from './kind.js';

/** Who may import a kind: at standard values, or at a shop's. */
export const getImporting = (
  { importing, importingOfShop = importing }: Pick<AboutKind, 'importing' | 'importingOfShop'>,
  ofShop: boolean,
): Permission => (ofShop ? importingOfShop : importing);
