import type { Ctx } from '../../../../domain/kernel/context.js';
import { applyStagedImport, stageImport } from '../../../../domain/imports/workbench.js';
import { makeApprovedInvoices } from '../../../../domain/testing/approved-invoices.js';
import { otherShop, type World } from '../../../../domain/testing/world.js';
import type { Example, Examples, Makers, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';
import { clerks } from '../../side.js';

const appliedImport = { id: 'import' } as const;
const staging = { id: 'stagedImport' } as const;
const options = { shop: 'shop', shops: 'shop', category: 'catalogue', model: 'catalogue' } as const;

export const references: References = {
  'GET /api/imports/:id': appliedImport,
  'POST /api/imports/:id/undo': appliedImport,
  'POST /api/imports/:kind': { kind: 'word', ...options },
  'GET /api/imports/:id/staged': staging,
  'GET /api/imports/:id/rows': staging,
  'GET /api/imports/:id/refused': staging,
  'PUT /api/imports/:id/columns': staging,
  'POST /api/imports/:id/apply': staging,
  'GET /api/exports/:kind': { kind: 'word', ...options },
  'POST /api/dealer/import': options,
  'POST /api/haulbase/import': options,
  'POST /api/shed/import': options,
  'POST /api/shedlabor/import': options,
  'PUT /api/shedlabor/update/shop/all': options,
  'PUT /api/item/shops/update/all': options,
  'PUT /api/item/shop/update/all': options,
  'POST /api/addon/update/all': options,
  'POST /api/addon/import': options,
  'POST /api/component/import': options,
  'POST /api/payment/upload': options,
};

/** Rows that give a shop's item its own freight. */
async function itemRows(world: World): Promise<Record<string, unknown>[]> {
  const item = (await world.db('items').orderBy('id').first('id', 'name')) as { id: string; name: string };
  const { n } = (await world.db('imports').count({ n: '*' }).first()) as { n: number };
  return [{ id: item.id, Name: item.name, Freight: 1 + Number(n) / 100 }];
}

/** A preview of an item file for the actor's shop or for the standard items. */
export const makeStaged = async (world: World, ctx: Ctx): Promise<string> =>
  (await stageImport(ctx, { kind: 'items', rows: await itemRows(world) }))._id;

/** The same file after it was applied. */
export async function makeApplied(world: World, ctx: Ctx): Promise<string> {
  const id = await makeStaged(world, ctx);
  await applyStagedImport(ctx, { id });
  return id;
}

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'import', values });

const makeDealerRow = async (world: World) => ({
  Name: makeUnique('Dealer'),
  Shop: ((await world.db('shops').first('name')) as { name: string }).name,
});
async function makeSizeRow(world: World) {
  const size = (await world
    .db('haul_bases as h')
    .join('shed_models as m', 'm.id', 'h.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 'h.base_style_id')
    .first({ Category: 'c.name', Model: 'm.name', Base_Style: 'b.name', Width: 'h.width' })) as object;
  return { ...size, Length: 900 + Math.floor(Number((await world.db('haul_bases').count({ n: '*' }))[0]?.n) % 90) };
}

/** An existing shed labor with paint hours that no earlier call used. */
async function makeLaborRow(world: World) {
  const { n } = (await world.db('imports').count({ n: '*' }).first()) as { n: number };
  const labor = (await world
    .db('shed_labor as l')
    .join('shed_models as m', 'm.id', 'l.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 'l.base_style_id')
    .orderBy('l.id')
    .first({
      Category: 'c.name',
      Model: 'm.name',
      Base_Style: 'b.name',
      Width: 'l.width',
      Length: 'l.length',
    })) as object;
  return { ...labor, Build_Base: 1, Roof_Base: 1, Truss_Count: 1, Paint_Hours: 50 + Number(n) / 100 };
}

/** An existing add-on with a price that no earlier call used. */
async function makeAddOnRow(world: World) {
  const { n } = (await world.db('imports').count({ n: '*' }).first()) as { n: number };
  const addOn = (await world.db('add_ons').orderBy('id').first({ id: 'id', Name: 'name' })) as object;
  return { ...addOn, Retail_Price: 100 + Number(n) / 100 };
}

/** An add-on that does not exist yet. */
async function createAddOnRow(world: World) {
  const category = (await world
    .db('addon_categories as c')
    .join('addon_parent_categories as p', 'p.id', 'c.parent_id')
    .first({ Category: 'c.name', Parent_Category: 'p.name' })) as object;
  return { ...category, Name: makeUnique('Add-on'), Type: 'piece', Retail_Price: 99.5, Shop_Percent: 60 };
}

/** An item of a component with a quantity that no earlier call used. */
async function makeComponentRow(world: World) {
  const { n } = (await world.db('imports').count({ n: '*' }).first()) as { n: number };
  const line = (await world
    .db('component_items as x')
    .join('components as c', 'c.id', 'x.component_id')
    .join('items as i', 'i.id', 'x.item_id')
    .orderBy('x.id')
    .first({ Component_Id: 'c.id', Name: 'c.name', Item_Id: 'i.id', Item: 'i.name' })) as object;
  return { ...line, Quantity: 1 + Number(n) / 100 };
}

/** A payment of one approved invoice. */
async function makePaymentRow(world: World) {
  const invoice = (await world
    .db('invoices as i')
    .join('shops as s', 's.id', 'i.shop_id')
    .whereRaw('i.id = any(?)', [await makeApprovedInvoices(world, 1)])
    .first({ Invoice_Number: 'i.invoice_number', Shop: 's.name' })) as object;
  return { ...invoice, Payment_Number: makeUnique('H'), Payment_Date: '2024-03-02' };
}

export const examples: Examples = {
  'POST /api/imports/:id/undo': async (world) => office({ id: await makeApplied(world, world.ctx('office.admin')) }),
  'POST /api/imports/:kind': async (world) => office({ kind: 'dealers', rows: [await makeDealerRow(world)] }),
  'PUT /api/imports/:id/columns': async (world) =>
    office({ id: await makeStaged(world, world.ctx('office.admin')), columns: { Town: 'city' } }),
  'POST /api/imports/:id/apply': async (world) => office({ id: await makeStaged(world, world.ctx('office.admin')) }),
  'POST /api/dealer/import': async (world) => office({ rows: [await makeDealerRow(world)] }),
  'POST /api/haulbase/import': async (world) => office({ rows: [{ ...(await makeSizeRow(world)), Haul_Base: 250.5 }] }),
  'POST /api/shed/import': async (world) => office({ rows: [{ ...(await makeSizeRow(world)), Retail_Price: 4250.5 }] }),
  'POST /api/shedlabor/import': async (world) => office({ rows: [await makeLaborRow(world)] }),
  'PUT /api/shedlabor/update/shop/all': async (world, side = 'home') => ({
    ...office({ rows: [await makeLaborRow(world)] }),
    as: clerks[side],
  }),
  'PUT /api/item/shops/update/all': async (world) =>
    office({ rows: await itemRows(world), shops: [await world.findShopId(otherShop)] }),
  'PUT /api/item/shop/update/all': async (world, side = 'home') => ({
    ...office({ rows: await itemRows(world) }),
    as: clerks[side],
  }),
  'POST /api/addon/update/all': async (world) => office({ rows: [await makeAddOnRow(world)] }),
  'POST /api/addon/import': async (world) => office({ rows: [await createAddOnRow(world)] }),
  'POST /api/component/import': async (world) => office({ rows: [await makeComponentRow(world)] }),
  'POST /api/payment/upload': async (world) => ({
    ...office({ rows: [await makePaymentRow(world)] }),
    as: 'office.user',
  }),
};

export const records: Makers = {
  import: (world, side) => makeApplied(world, world.ctx(clerks[side])),
  stagedImport: (world, side) => makeStaged(world, world.ctx(clerks[side])),
};
