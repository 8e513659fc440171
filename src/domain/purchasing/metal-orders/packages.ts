import type { Knex } from 'knex';
import type { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { findItemsNamed, type PackageItem, sizedItems } from './package-items.js';
import type { MetalPackageChoice, PackageInput } from './schema.js';
import { SHED_NAME } from './sizes.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';

type Choice = z.output<typeof MetalPackageChoice>;

/**
 * The components that are ordered as metal packages, with their items under the shop's names, or under standard names
 * if no shop is given.
 */
export async function findMetalPackages(db: Knex, shop: string | null): Promise<Choice[]> {
  return queryRows<Choice>(selectPackages(db, shop).where('c.metal_package', true));
}

const selectPackages = (db: Knex, shop: string | null): Knex.QueryBuilder =>
  db('components as c')
    .join('shed_categories as s', 's.id', 'c.shed_category_id')
    .select({ _id: 'c.id', name: 'c.name' })
    .select(
      db.raw(
        `json_build_object('_id', s.id, 'name', s.name) as "shedCategory",
         coalesce((select json_agg(json_build_object('_id', i.id, 'name', coalesce(w.name, i.name), 'quantity', x.quantity)
             order by x.position, x.id)
           from component_items x join items i on i.id = x.item_id
           left join shop_item_values w on w.item_id = i.id and w.shop_id = ?::uuid
           where x.component_id = c.id), '[]') as items`,
        [shop],
      ),
    )
    .orderByRaw('lower(s.name), lower(c.name), c.id');

/** The components allowed in an order's packages: metal packages, and components the order already uses. */
async function namedComponents(db: Knex, shop: string, orderId: string, ids: readonly string[]) {
  const rows = await queryRows<Choice>(
    selectPackages(db, shop)
      .whereRaw('c.id = any(?)', [[...ids]])
      .whereRaw(
        '(c.metal_package or exists (select from metal_order_packages p where p.metal_order_id = ? and p.component_id = c.id))',
        [orderId],
      ),
  );
  return new Map(rows.map((row) => [row._id, row]));
}

async function categoryNames(db: Knex, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; name: string }>(
    db('shed_categories')
      .whereRaw('id = any(?)', [[...ids]])
      .select('id', 'name'),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function shedNames(db: Knex, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; name: string }>(
    db('sheds as h')
      .join('shed_models as m', 'm.id', 'h.model_id')
      .join('base_styles as b', 'b.id', 'h.base_style_id')
      .whereRaw('h.id = any(?)', [[...ids]])
      .select({ id: 'h.id' })
      .select(db.raw(`${SHED_NAME} as name`)),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface PackageLookup {
  readonly components: ReadonlyMap<string, Choice>;
  readonly categories: ReadonlyMap<string, string>;
  readonly sheds: ReadonlyMap<string, string>;
}

/**
 * The row of a package. Its component, category and shed must exist; the category defaults to that of the component.
 */
function packageRow(input: PackageInput, n: number, { components, categories, sheds }: PackageLookup) {
  const { metalPackage, serialNumber, shed, roofColor, sidingColor, trimColor } = input;
  const component = metalPackage?._id ? components.get(metalPackage._id) : undefined;
  if (metalPackage?._id && !component) throw invalid(`metalOrder.${n}.metalPackage`, 'is not a metal package');
  const categoryId = input.shedCategory ?? component?.shedCategory._id ?? null;
  const category = categoryId ? categories.get(categoryId) : '';
  if (category === undefined) throw invalid(`metalOrder.${n}.shedCategory`, 'does not exist');
  const shedName = shed ? sheds.get(shed) : '';
  if (shedName === undefined) throw invalid(`metalOrder.${n}.shed`, 'does not exist');
  return {
    ...{ id: newId(), position: n, serial_number: serialNumber },
    ...{ shed_category_id: categoryId, shed_category_name: category, shed_id: shed ?? null, shed_name: shedName },
    ...{ component_id: component?._id ?? null, name: metalPackage?.name || (component?.name ?? '') },
    ...{ roof_color: roofColor, siding_color: sidingColor, trim_color: trimColor },
  };
}

/** Replaces the packages of a shop's order and their items, in the given order. */
export async function putPackages(
  { db }: WriteCtx,
  { id, shop }: { readonly id: string; readonly shop: string },
  packages: readonly PackageInput[],
): Promise<void> {
  const packageIds = packages.flatMap(({ metalPackage }) => metalPackage?._id ?? []);
  const components = await namedComponents(db, shop, id, packageIds);
  const categoryIds = packages.flatMap(({ shedCategory }) => shedCategory ?? []);
  const componentCategories = [...components.values()].map(({ shedCategory }) => shedCategory._id);
  const categories = await categoryNames(db, [...categoryIds, ...componentCategories]);
  const sheds = await shedNames(
    db,
    packages.flatMap(({ shed }) => shed ?? []),
  );
  const rows = packages.map((input, n) => packageRow(input, n, { components, categories, sheds }));
  const typedItems = await findItemsNamed(db, shop, packages);
  const items: PackageItem[][] = [];
  for (const [n, input] of packages.entries())
    items.push(typedItems[n] ?? (await sizedItems(db, { shop, except: id }, { packages, n, before: items, input })));
  const earlierIds = await queryColumn<string>(
    db('metal_order_packages').where({ metal_order_id: id }).orderBy('position').pluck('id'),
  );
  const withIds = rows.map((row, n) => ({ ...row, id: earlierIds[n] ?? row.id }));
  await db('metal_order_packages').where({ metal_order_id: id }).delete();
  await db('metal_order_packages').insert(withIds.map((row) => ({ ...row, metal_order_id: id })));
  const packageRows = items.flatMap((list, n) =>
    list.map(({ item, name, quantity }, position) => ({
      ...{ id: newId(), package_id: withIds[n]?.id, item_id: item, position, name, quantity },
    })),
  );
  await db.batchInsert('metal_order_items', packageRows, 1000);
}
