/** The five roles: two in the company, three in a shop. */
export const roles = ['Office Admin', 'Office User', 'Shop Admin', 'Shop User', 'Builder'] as const;
export type Role = (typeof roles)[number];

/** Capabilities that a super admin enables for one user. */
export const grants = [
  'logs.view',
  'admin.view',
  'invoices.delete-approved',
  'addons.copy',
  'bom.extra-columns',
] as const;
export type Grant = (typeof grants)[number];

/** Which figures a user may see; an output may have one schema for each audience. */
export type Audience = 'office' | 'shop' | 'builder';

/** Whether a role belongs to a shop. */
export const isShopRole = (role: Role): boolean => role !== 'Office Admin' && role !== 'Office User';

/** The audience of a role. */
export const getAudience = (role: Role): Audience =>
  role === 'Builder' ? 'builder' : isShopRole(role) ? 'shop' : 'office';

/**
 * The grants that a user with a role may have. Those about the company's figures and the catalogue are only for the
 * office.
 */
export const grantsFor = (role: Role): readonly Grant[] => {
  if (!isShopRole(role)) return grants;
  return role === 'Shop Admin' ? ['logs.view', 'admin.view'] : [];
};

/** The first screen of a role after signing in. */
export const getLanding = (role: Role): string => (isShopRole(role) ? '/shop/home' : '/company/home');
