import type { Permission } from '../../kernel/rights/permissions.js';
import type { AboutKind } from './kind.js';

/** Normalizes a header for comparison, without case, spaces, `_`, `#` and dashes. Dots stay: they separate paths. */
export const comparable = (header: string): string =>
  header.toLowerCase().replace(/[\s_#\u00a0\-\u00ad\u2010-\u2015\u2212]+/g, '');

/** The rule that a value breaks, as the end of a sentence: `must be a number`, `must not be negative`. */
export const describeRule = (expected: string): string =>
  expected.startsWith('not ') ? `must not be ${expected.slice('not '.length)}` : `must be ${expected}`;

/** Who may import a kind: at standard values, or at a shop's. */
export const getImporting = (
  { importing, importingOfShop = importing }: Pick<AboutKind, 'importing' | 'importingOfShop'>,
  ofShop: boolean,
): Permission => (ofShop ? importingOfShop : importing);
