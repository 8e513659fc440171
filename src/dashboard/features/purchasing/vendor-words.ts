import type { HistoryWords } from '../../components/shared/history/record-history.js';
import type { Output } from '../../lib/server/api.js';

export type Vendor = Output<'GET /api/vendor/:id'>;

export const DELETE_QUESTION = 'Are you sure you want to delete this Vendor?';

/** The address of a vendor's form. */
export const vendorForm = (id: string): string => `/shop/purchase/vendor/form?id=${id}`;

/** The form values of a vendor, or the initial values without one. */
export const vendorValues = (vendor: Vendor | null) => ({
  name: vendor?.name ?? '',
  email: vendor?.email ?? '',
  address: vendor?.address ?? '',
  city: vendor?.city ?? '',
  state: vendor?.state ?? '',
  zipCode: vendor?.zipCode ?? '',
  terms: vendor?.terms ?? '',
  defaultItems: vendor?.defaultItems.map(({ _id, pack }) => ({ _id, pack })) ?? [],
});
export type VendorValues = ReturnType<typeof vendorValues>;

/** A default item, with the vendor's pack size; null for any quantity. */
export type ItemOfVendor = VendorValues['defaultItems'][number];

export const vendorLabels = {
  name: 'Name',
  email: 'Email',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  terms: 'Terms',
  defaultItems: 'Default items',
} as const satisfies Record<keyof VendorValues, string>;

/** Labels for the history of a vendor. */
export const vendorHistory: HistoryWords = {
  name: ['Name'],
  email: ['Email'],
  address: ['Address'],
  city: ['City'],
  state: ['State'],
  zipCode: ['Zip code'],
  terms: ['Terms'],
  defaultItems: ['Default items', (names: readonly string[]) => names.join(', ')],
};
