import { packageQuantity } from '../../../../domain/purchasing/metal-orders/rules.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { day, quantity } from '../../../lib/format.js';
import type { InWords } from '../../../components/ui/form/field-of.js';

export type MetalOrder = Output<'GET /api/metalorder/:id'>;
export type MetalPackageChoice = Output<'GET /api/metalorder/packages'>['items'][number];
type Package = MetalOrder['metalOrder'][number];

export type SizedPackage = Output<'GET /api/metalorder/package/:component'>;

interface ItemValues {
  /** The catalogue item that has `linkedName` in this package; null for a typed one. */
  readonly _id: string | null;
  readonly linkedName: string;
  readonly name: string;
  readonly quantity: number | null;
}

export const blankItem: ItemValues = { _id: null, linkedName: '', name: '', quantity: 1 };

const itemValues = ({ _id, name, quantity }: Omit<ItemValues, 'linkedName'>): ItemValues => ({
  ...{ _id, name, quantity },
  linkedName: name,
});

const fold = (text: string): string => text.trim().toLowerCase();

/** The catalogue item of an item; null once another name was typed over it, which then decides the item when saved. */
export const getLinkedId = ({ _id, linkedName, name }: ItemValues): string | null =>
  fold(name) === fold(linkedName) ? _id : null;

/** A package as form values; IDs and colors are empty if not set. */
export interface PackageValues {
  readonly shedCategory: string;
  readonly metalPackage: string;
  /** The package's name. */
  readonly name: string;
  /** The size of the shed if no order has the serial number; empty for none. */
  readonly shed: string;
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
  shed: '',
  serialNumber: '',
  roofColor: '',
  sidingColor: '',
  trimColor: '',
  items: [],
};

const packageValues = ({ shedCategory, metalPackage, shed, serialNumber, ...colors }: Package): PackageValues => ({
  shedCategory: shedCategory?._id ?? '',
  metalPackage: metalPackage._id ?? '',
  name: metalPackage.name.value,
  shed: shed?._id ?? '',
  serialNumber,
  roofColor: colors.roofColor?.value ?? '',
  sidingColor: colors.sidingColor?.value ?? '',
  trimColor: colors.trimColor?.value ?? '',
  items: metalPackage.items.map(itemValues),
});

/** The form values of an order; without one, a package ordered `today` for each serial number, at least a blank one. */
export const metalValues = (order: MetalOrder | null, today: string, serials: readonly string[]): MetalValues => ({
  vendor: order?.vendor._id ?? '',
  purchaseOrderNumber: order?.purchaseOrderNumber ?? '',
  orderedDate: order?.orderedDate ?? today,
  metalOrder: order ? order.metalOrder.map(packageValues) : blankPackages(serials),
});

const blankPackages = (serials: readonly string[]): readonly PackageValues[] =>
  serials.length === 0 ? [blankPackage] : serials.map((serialNumber) => ({ ...blankPackage, serialNumber }));

/** The packages as request values. */
export const packageBodies = (packages: readonly PackageValues[]): Input<'POST /api/metalorder'>['metalOrder'] =>
  packages.map(({ shedCategory, metalPackage, shed, name, items, ...rest }) => ({
    ...rest,
    shedCategory: shedCategory || null,
    shed: shed || null,
    metalPackage: {
      _id: metalPackage || null,
      name,
      items: items.map((item) => ({ _id: getLinkedId(item), name: item.name, quantity: item.quantity ?? 0 })),
    },
  }));

/**
 * The quantities a package needs for its shed, less those of the form's other packages for the same serial number: of
 * the same component, and of all.
 */
export function sizedItems(
  sizedPackage: SizedPackage,
  all: readonly PackageValues[],
  at: number,
): readonly ItemValues[] {
  const serial = all[at];
  const otherSerials = all.filter((one, n) => n !== at && isSameSerial(one, serial));
  const computeSum = (id: string, packages: readonly PackageValues[]) =>
    packages
      .flatMap(({ items }) => items)
      .reduce((sum, item) => sum + (getLinkedId(item) === id ? (item.quantity ?? 0) : 0), 0);
  return sizedPackage.items.map(({ _id, name, ...need }) => {
    const here = otherSerials.filter(({ metalPackage }) => metalPackage === serial?.metalPackage);
    const quantity = packageQuantity(need, { here: computeSum(_id, here), all: computeSum(_id, otherSerials) });
    return itemValues({ _id, name, quantity });
  });
}

const isSameSerial = (one: PackageValues, other: PackageValues | undefined): boolean =>
  other !== undefined && fold(one.serialNumber) === fold(other.serialNumber);

/** Why a package orders less of an item than its shed needs; undefined if it orders all. */
export function boughtText({ needed, ordered, left }: SizedPackage['items'][number]): string | undefined {
  const elsewhere = left === null ? 0 : Math.max(0, needed - ordered - left);
  const parts = [
    ...(ordered > 0 ? [`${quantity(ordered)} already ordered`] : []),
    ...(elsewhere > 0 ? [`${quantity(elsewhere)} bought on other orders`] : []),
  ];
  return parts.length === 0 ? undefined : `The shed needs ${quantity(needed)}: ${parts.join(', ')}.`;
}

/** Describes a package in one line: `T-1001 Metal Package: 12 Panel, 2 Ridge cap`. */
function packageText({ serialNumber, name, items }: PackageValues): string {
  const parts = items.map((item) => `${quantity(item.quantity)} ${item.name}`).join(', ');
  return `${serialNumber} ${name}`.trim() + (parts && `: ${parts}`);
}

/** Formats a value for the comparison of two versions. */
export const shownValue =
  (vendorName: (id: string) => string): InWords<MetalValues> =>
  (...[field, value]) => {
    if (field === 'metalOrder') return value.map(packageText).join('; ') || 'none';
    if (field === 'vendor') return vendorName(value);
    return (field === 'orderedDate' ? day(value) : value) || 'empty';
  };

/** The choices of a select, including the selected one even if it is no longer a choice. */
export const withChosen = (
  options: readonly { readonly value: string; readonly label: string }[],
  value: string,
  label: string,
): readonly { readonly value: string; readonly label: string }[] =>
  value === '' || options.some((option) => option.value === value) ? options : [{ value, label }, ...options];
