import type { HistoryWords } from '../../components/shared/history/record-history.js';
import type { Output } from '../../lib/server/api.js';

export type Vendor = Output<'GET /api/vendor/:id'>;

export const DELETE_QUESTION = 'Are you sure you want to delete this Vendor?';

/** Where a vendor is seen and changed. */
export const vendorForm = (id: string): string => `/shop/purchase/vendor/form?id=${id}`;

/** What a form shows of a vendor; of none, what it starts with. */
export const vendorValues = (vendor: Vendor | null) => ({
  name: vendor?.name ?? '',
  email: vendor?.email ?? '',
  address: vendor?.address ?? '',
  city: vendor?.city ?? '',
  state: vendor?.state ?? '',
  zipCode: vendor?.zipCode ?? '',
  defaultItems: vendor?.defaultItems.map(({ _id, pack }) => ({ _id, pack })) ?? [],
});
export type VendorValues = ReturnType<typeof vendorValues>;

/** A default item, and how many of it the vendor sells at once; null for any number. */
export type ItemOfVendor = VendorValues['defaultItems'][number];

export const vendorLabels = {
  name: 'Name',
  email: 'Email',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  defaultItems: 'Default items',
} as const satisfies Record<keyof VendorValues, string>;

/** How the trail of a vendor reads. */
export const vendorHistory: HistoryWords = {
  name: ['Name'],
  email: ['Email'],
  address: ['Address'],
  city: ['City'],
  state: ['State'],
  zipCode: ['Zip code'],
  defaultItems: ['Default items', (names: readonly string[]) => names.join(', ')],
};
