import type { Input, Output } from '../../lib/api.js';
import { day, quantity } from '../../lib/format.js';

export type MetalOrder = Output<'GET /api/metalorder/:id'>;
export type MetalPackageChoice = Output<'GET /api/metalorder/packages'>['items'][number];
type Package = MetalOrder['metalOrder'][number];

interface ItemValues {
  readonly name: string;
  readonly quantity: number | null;
}

/** A package as the form holds it; ids and colors are empty for none. */
export interface PackageValues {
  readonly shedCategory: string;
  readonly metalPackage: string;
  /** What the package is called. */
  readonly name: string;
  readonly serialNumber: string;
  readonly roofColor: string;
  readonly sidingColor: string;
  readonly trimColor: string;
  readonly items: readonly ItemValues[];
}

export interface MetalValues {
  readonly vendor: string;
  readonly purchaseOrderNumber: string;
  readonly orderedDate: string;
  readonly metalOrder: readonly PackageValues[];
}

export const blankPackage: PackageValues = {
  shedCategory: '',
  metalPackage: '',
  name: '',
  serialNumber: '',
  roofColor: '',
  sidingColor: '',
  trimColor: '',
  items: [],
};

const packageValues = ({ shedCategory, metalPackage, serialNumber, ...colors }: Package): PackageValues => ({
  shedCategory: shedCategory?._id ?? '',
  metalPackage: metalPackage._id ?? '',
  name: metalPackage.name.value,
  serialNumber,
  roofColor: colors.roofColor?.value ?? '',
  sidingColor: colors.sidingColor?.value ?? '',
  trimColor: colors.trimColor?.value ?? '',
  items: metalPackage.items,
});

/** What the form shows of an order; of none, one blank package ordered `today`. */
export const metalValues = (order: MetalOrder | null, today: string): MetalValues => ({
  vendor: order?.vendor._id ?? '',
  purchaseOrderNumber: order?.purchaseOrderNumber ?? '',
  orderedDate: order?.orderedDate ?? today,
  metalOrder: order ? order.metalOrder.map(packageValues) : [blankPackage],
});

/** The packages as the API takes them. */
export const packageBodies = (packages: readonly PackageValues[]): Input<'POST /api/metalorder'>['metalOrder'] =>
  packages.map(({ shedCategory, metalPackage, name, items, ...rest }) => ({
    ...rest,
    shedCategory: shedCategory || null,
    metalPackage: {
      _id: metalPackage || null,
      name,
      items: items.map((item) => ({ name: item.name, quantity: item.quantity ?? 0 })),
    },
  }));

/** A package in a line: `T-1001 Metal Package: 12 Panel, 2 Ridge cap`. */
function packageText({ serialNumber, name, items }: PackageValues): string {
  const parts = items.map((item) => `${quantity(item.quantity)} ${item.name}`).join(', ');
  return `${serialNumber} ${name}`.trim() + (parts && `: ${parts}`);
}

/** How a value reads where two versions are compared. */
export function shownValue(field: keyof MetalValues, value: unknown, vendorName: (id: string) => string): string {
  if (field === 'metalOrder') return (value as readonly PackageValues[]).map(packageText).join('; ') || 'none';
  if (field === 'vendor') return vendorName(value as string);
  return (field === 'orderedDate' ? day(value as string) : (value as string)) || 'empty';
}

/** The choices of a select with the one that is chosen among them, even where it is no choice any more. */
export const withChosen = (
  options: readonly { readonly value: string; readonly label: string }[],
  value: string,
  label: string,
): readonly { readonly value: string; readonly label: string }[] =>
  value === '' || options.some((option) => option.value === value) ? options : [{ value, label }, ...options];
