import { Link } from 'wouter';
import type { Permission } from '../../../../../domain/kernel/rights/permissions.js';
import { isKeyOf } from '../../../../../domain/kernel/objects.js';
import { useCan } from '../../../../lib/server/session.js';

interface Mend {
  readonly label: string;
  readonly href: string;
  readonly permission: Permission;
}

const sheds = { href: '/company/shed/category/all', permission: 'catalogue.write' } as const;

/** Where to change the catalogue so that a new check resolves alerts of a kind. */
const mends = {
  shop: { label: 'Add shop', href: '/company/shop/form?new=1', permission: 'shops.manage' },
  dealer: { label: 'Add dealer', href: '/company/dealer/form?new=1', permission: 'catalogue.write' },
  model: { ...sheds, label: 'Add model' },
  size: { ...sheds, label: 'Add size' },
  'siding-type': { ...sheds, label: 'Open shed categories' },
  'roof-type': { ...sheds, label: 'Open shed categories' },
  'base-price': { label: 'Change retail prices', href: '/company/price/change', permission: 'prices.change' },
  'add-on': { label: 'Add add-on', href: '/company/addon/form?new=1', permission: 'catalogue.write' },
  'add-on-price': { label: 'Open add-ons', href: '/company/addon/category/shop/all', permission: 'catalogue.write' },
  color: { label: 'Add color', href: '/company/settings#colors', permission: 'company.write' },
  'haul-base': { label: 'Add haul base', href: '/company/haulbase/form?new=1', permission: 'catalogue.write' },
  'shed-labor': { label: 'Add shed labor', href: '/company/shed/labor/add', permission: 'catalogue.write' },
  'shop-percent': { label: 'Set shop percents', href: '/company/shops', permission: 'shops.write' },
} as const satisfies Record<string, Mend>;

/** Links an alert to the part of the catalogue that fixes it, for users who may change it. */
export function MendLink({ code, of }: { code: string; of: string }) {
  return isKeyOf(mends, code) ? <TargetLink {...mends[code]} of={of} /> : null;
}

function TargetLink({ label, href, permission, of }: Mend & { of: string }) {
  const { isAllowed } = useCan(permission, { write: true });
  return isAllowed ? (
    <Link className="link" href={href} aria-label={`${label}: ${of}`}>
      {label}
    </Link>
  ) : null;
}
