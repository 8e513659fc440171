import { homeShop, otherShop, type ActorName } from '../../domain/testing/world.js';

/** The owner of a record: the shop of `shop.admin`, `shop.user` and `builder`, or the shop of `other.shop`. */
export type Side = 'home' | 'other';

/** The name of a side's shop. */
export const shopNames = { home: homeShop, other: otherShop } as const;

/** The user of a side's shop who writes its records. */
export const clerks = { home: 'shop.admin', other: 'other.shop' } as const satisfies Record<Side, ActorName>;
