import type { Knex } from 'knex';
import { invalid } from '../../kernel/errors.js';
import { packageQuantity } from './rules.js';
import type { PackageInput } from './schema.js';
import { sizePackage } from './sizes.js';
import { queryRows } from '../../kernel/database/rows.js';

/** An item of a package as stored: linked to the catalogue item if there is one, with its name in the package. */
export interface PackageItem {
  readonly item: string | null;
  readonly name: string;
  readonly quantity: number;
}

/** The entered items of packages, each matched to its catalogue item; null for a package that is sized to its shed. */
export async function findItemsNamed(
  db: Knex,
  shop: string,
  packages: readonly PackageInput[],
): Promise<(PackageItem[] | null)[]> {
  const typedItems = packages.flatMap(({ metalPackage }) => metalPackage?.items ?? []);
  const rows = await queryRows<{ id: string; standard: string; own: string }>(
    db.raw(
      `select i.id, lower(i.name) as standard, lower(coalesce(v.name, i.name)) as own
       from items i left join shop_item_values v on v.item_id = i.id and v.shop_id = :shop
      where i.id = any(:ids) or lower(coalesce(v.name, i.name)) = any(:names) or lower(i.name) = any(:names)
      order by i.id`,
      {
        shop,
        ids: typedItems.flatMap(({ _id }) => _id ?? []),
        names: typedItems.map(({ name }) => name.toLowerCase()),
      },
    ),
  );
  const ids = new Set(rows.map(({ id }) => id));
  const byName = new Map([
    ...rows.map((row) => [row.standard, row.id] as const),
    ...rows.map((row) => [row.own, row.id] as const),
  ]);
  const getId = ({ _id, name }: (typeof typedItems)[number]) =>
    _id && ids.has(_id) ? _id : (byName.get(name.toLowerCase()) ?? null);
  return packages.map(({ metalPackage }) => {
    if (metalPackage?._id && !metalPackage.items) return null;
    return (metalPackage?.items ?? []).map((one) => ({ item: getId(one), name: one.name, quantity: one.quantity }));
  });
}

interface Place {
  readonly packages: readonly PackageInput[];
  readonly n: number;
  readonly input: PackageInput;
  /** The items of the packages before this one in the form. */
  readonly before: readonly (readonly PackageItem[])[];
}

/**
 * P11: the items of a package sized to its shed, minus what is already bought and what earlier packages of the form
 * have for the same serial number.
 */
export async function sizedItems(
  db: Knex,
  of: { readonly shop: string; readonly except: string },
  { packages, n, input, before }: Place,
): Promise<PackageItem[]> {
  const component = input.metalPackage?._id ?? '';
  const { serialNumber, shed = null } = input;
  const { sizedBy, items } = await sizePackage(db, { ...of, component, serialNumber, shed });
  if (sizedBy === 'none') throw invalid(`metalOrder.${n}.shed`, 'Choose the shed size');
  const isFor = (one: PackageInput | undefined) => one?.serialNumber.toLowerCase() === serialNumber.toLowerCase();
  const besides = (id: string, which: (one: PackageInput | undefined) => boolean) =>
    before
      .flatMap((list, at) => (isFor(packages[at]) && which(packages[at]) ? list : []))
      .reduce((sum, { item, quantity }) => sum + (item === id ? quantity : 0), 0);
  return items.map(({ _id, name, ...need }) => {
    const here = besides(_id, (one) => one?.metalPackage?._id === component);
    return { item: _id, name, quantity: packageQuantity(need, { here, all: besides(_id, () => true) }) };
  });
}
