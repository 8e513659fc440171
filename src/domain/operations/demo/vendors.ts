import type { Ctx } from '../../kernel/context.js';
import { listOrdersForMetal, listMetalPackages } from '../../purchasing/metal-orders/choices.js';
import { createMetalOrder } from '../../purchasing/metal-orders/service.js';
import { sizeMetalPackage } from '../../purchasing/metal-orders/sizes.js';
import { createVendor } from '../../purchasing/vendors/service.js';

const keystone = {
  name: 'Keystone Metal Supply',
  email: 'orders@keystone-metal.example',
  city: 'Lancaster',
  state: 'PA',
};
const susquehanna = { name: 'Susquehanna Lumber', email: 'yard@susquehanna.example', city: 'Columbia', state: 'PA' };

interface SoldItem {
  readonly _id: string;
  readonly category: { readonly name: string };
}

/** Adds a shop's vendors with the items they sell; returns their IDs. */
export async function addDemoVendors(ctx: Ctx, items: readonly SoldItem[]): Promise<{ metal: string; lumber: string }> {
  const listSold = (...categories: string[]) =>
    items.filter(({ category }) => categories.includes(category.name)).map(({ _id }) => _id);
  const metal = await createVendor(ctx, { ...keystone, defaultItems: listSold('Metal') });
  const lumber = await createVendor(ctx, { ...susquehanna, defaultItems: listSold('Lumber', 'Sheeting', 'Siding') });
  return { metal: metal.item._id, lumber: lumber.item._id };
}

interface ForMetal {
  readonly serialNumber: string;
  readonly vendor: string;
  readonly purchaseOrderNumber: string;
}

/** Orders the first metal package that an order needs. Returns the metal order's ID, or null if it needs none. */
export async function orderMetalFor(
  ctx: Ctx,
  { serialNumber, vendor, purchaseOrderNumber }: ForMetal,
): Promise<string | null> {
  const { items: orders } = await listOrdersForMetal(ctx, { search: serialNumber });
  const order = orders.find((one) => one.serialNumber === serialNumber);
  const packages = (await listMetalPackages(ctx, {})).items;
  const likely = packages.toSorted((a, b) => rank(b, order) - rank(a, order));
  const fits = order && (await findPackage(ctx, likely, serialNumber));
  if (!fits) return null;
  const { roofColor, sidingColor, trimColor } = order;
  const { item } = await createMetalOrder(ctx, {
    ...{ vendor, purchaseOrderNumber },
    metalOrder: [{ metalPackage: { _id: fits._id }, serialNumber, roofColor, sidingColor, trimColor }],
  });
  return item._id;
}

type Packages = Awaited<ReturnType<typeof listMetalPackages>>['items'];
type Order = Awaited<ReturnType<typeof listOrdersForMetal>>['items'][number];

const rank = (one: Packages[number], order: Order | undefined): number =>
  one.shedCategory._id === order?.shedCategory?._id ? 1 : 0;

/** The first metal package of the order with this serial number. */
async function findPackage(ctx: Ctx, packages: Packages, serialNumber: string): Promise<Packages[number] | undefined> {
  for (const one of packages) {
    const { sizedBy } = await sizeMetalPackage(ctx, { component: one._id, serialNumber });
    if (sizedBy === 'order') return one;
  }
  return undefined;
}
