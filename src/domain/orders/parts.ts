import type { Knex } from 'knex';
import { inSequence } from '../database.js';
import type { CaseItem, CaseLaborValues, CaseLineLabor, CaseRateValues, RateType } from '../pricing/case.js';
import { group, sizeKey } from './names.js';

/** An item of a snapshot: priced as P3 says, and known by its id for reports and stock. */
export type PartItem = CaseItem & { readonly itemId: string; readonly replacementItemId?: string | null };

export interface PartComponent {
  readonly componentId: string;
  readonly name: string;
  readonly quantity: number;
  readonly items: readonly PartItem[];
}

/** What sheds and add-ons are made of and what it costs, for some shops. */
export interface Parts {
  components(shedId: string, shopId: string | null): PartComponent[];
  addOnItems(addOnId: string, shopId: string | null): PartItem[];
  addOnLabor(laborId: string | null, shopId: string | null): { standard: CaseLineLabor; shop: CaseLineLabor | null } | null;
  /** Labor bases with door costs falling back as P2 says; null when the size has none. */
  labor(shed: Size, shopId: string | null): { standard: CaseLaborValues; shop: CaseLaborValues | null } | null;
  rates(baseStyleId: string, shopId: string | null): { standard: CaseRateValues; shop: CaseRateValues | null };
  /** Dollars; null when the size has none. */
  haulBase(shed: Size): number | null;
}

export interface Size {
  readonly modelId: string;
  readonly baseStyleId: string;
  readonly width: number;
  readonly length: number;
}

interface Wanted {
  readonly shedIds: string[];
  readonly modelIds: string[];
  readonly addOnIds: string[];
  readonly shopIds: string[];
}

type Row = Record<string, never>;
const rows = async <T>(query: PromiseLike<unknown>): Promise<T[]> => (await query) as T[];

interface ItemRow { id: string; total: number }
interface ShopItemRow { shopId: string; itemId: string; total: number }
interface ComponentRow { shedId: string; componentId: string; name: string; quantity: number }
interface ComponentItemRow { componentId: string; itemId: string; quantity: number }
interface AddOnItemRow { addOnId: string; shopId: string | null; itemId: string; quantity: number; replaceItem: boolean; replacementItemId: string | null }
interface LaborRow extends Size { id: string; buildBase: number; roofBase: number; trussCount: number; paintHours: number; doorCost: number | null }
type ShopLaborRow = { shopId: string; laborId: string } & { [K in 'buildBase' | 'roofBase' | 'trussCount' | 'paintHours' | 'doorCost']: number | null };
type StyleRow = { id: string; shopId: string | null; doorCost: number | null } & { [K in 'build' | 'roof' | 'truss' | 'paint']: number | null } & { [K in 'buildType' | 'roofType' | 'trussType' | 'paintType']: RateType | null };

/** Reads what the wanted sheds and add-ons need, for the wanted shops: one query a table, never one a record. */
export async function loadParts(db: Knex, want: Wanted): Promise<Parts> {
  const [components, componentItems, addOnItems, labor, shopLabor, styles, addOnLabor, hauls] = await inSequence(
    () => rows<ComponentRow>(db('shed_components as x').join('components as c', 'c.id', 'x.component_id').join('component_categories as g', 'g.id', 'c.category_id')
      .whereRaw('x.shed_id = any(?)', [want.shedIds]).orderBy(['g.priority', 'c.name', 'c.id']).select({ shedId: 'x.shed_id', componentId: 'c.id', name: 'c.name', quantity: 'x.quantity' })),
    () => rows<ComponentItemRow>(db('component_items').whereRaw('component_id in (select component_id from shed_components where shed_id = any(?))', [want.shedIds])
      .orderBy(['component_id', 'position']).select({ componentId: 'component_id', itemId: 'item_id', quantity: 'quantity' })),
    () => rows<AddOnItemRow>(db('add_on_items').whereRaw('add_on_id = any(?) and (shop_id is null or shop_id = any(?))', [want.addOnIds, want.shopIds])
      .orderBy(['add_on_id', 'position']).select({ addOnId: 'add_on_id', shopId: 'shop_id', itemId: 'item_id', quantity: 'quantity', replaceItem: 'replace_item', replacementItemId: 'replacement_item_id' })),
    () => rows<LaborRow>(db('shed_labor').whereRaw('model_id = any(?)', [want.modelIds])
      .select({ id: 'id', modelId: 'model_id', baseStyleId: 'base_style_id', width: 'width', length: 'length', buildBase: 'build_base', roofBase: 'roof_base', trussCount: 'truss_count', paintHours: 'paint_hours', doorCost: 'door_cost' })),
    () => rows<ShopLaborRow>(db('shop_shed_labor as x').join('shed_labor as l', 'l.id', 'x.shed_labor_id').whereRaw('l.model_id = any(?) and x.shop_id = any(?)', [want.modelIds, want.shopIds])
      .select({ shopId: 'x.shop_id', laborId: 'x.shed_labor_id', buildBase: 'x.build_base', roofBase: 'x.roof_base', trussCount: 'x.truss_count', paintHours: 'x.paint_hours', doorCost: 'x.door_cost' })),
    () => loadStyles(db, want.shopIds),
    () => rows<{ id: string; shopId: string | null; type: string; total: number }>(db.raw('select id, null::uuid as "shopId", type, total from addon_labor union all select addon_labor_id, shop_id, type, total from shop_addon_labor where shop_id = any(?)', [want.shopIds]).then((r: { rows: Row[] }) => r.rows)),
    () => rows<Size & { haulBase: number }>(db('haul_bases').whereRaw('model_id = any(?)', [want.modelIds]).select({ modelId: 'model_id', baseStyleId: 'base_style_id', width: 'width', length: 'length', haulBase: 'haul_base' })),
  );
  const itemIds = [...new Set([...componentItems.map((r) => r.itemId), ...addOnItems.flatMap((r) => [r.itemId, ...(r.replacementItemId ? [r.replacementItemId] : [])])])];
  const totals = await loadItemTotals(db, itemIds, want.shopIds);
  const item = (row: { itemId: string; quantity: number }, shopId: string | null): PartItem => ({ itemId: row.itemId, quantity: row.quantity, ...totals(row.itemId, shopId) });
  const itemsOfComponent = group(componentItems, (r) => r.componentId);
  const componentsOfShed = group(components, (r) => r.shedId);
  const itemsOfAddOn = group(addOnItems, (r) => `${r.addOnId}|${r.shopId ?? ''}`);
  const laborOfSize = new Map(labor.map((r) => [`${sizeKey(r.modelId, r.width, r.length)}|${r.baseStyleId}`, r]));
  const laborOfShop = new Map(shopLabor.map((r) => [`${r.shopId}|${r.laborId}`, r]));
  const styleOf = new Map(styles.map((r) => [`${r.id}|${r.shopId ?? ''}`, r]));
  const addOnLaborOf = new Map(addOnLabor.map((r) => [`${r.id}|${r.shopId ?? ''}`, { type: r.type, total: r.total } as CaseLineLabor]));
  const haulOf = new Map(hauls.map((r) => [`${sizeKey(r.modelId, r.width, r.length)}|${r.baseStyleId}`, r.haulBase / 100]));
  const sizeOf = (s: Size) => `${sizeKey(s.modelId, s.width, s.length)}|${s.baseStyleId}`;
  return {
    components: (shedId, shopId) =>
      (componentsOfShed.get(shedId) ?? []).map((c) => ({ componentId: c.componentId, name: c.name, quantity: c.quantity, items: (itemsOfComponent.get(c.componentId) ?? []).map((r) => item(r, shopId)) })),
    addOnItems: (addOnId, shopId) => {
      const part = (r: AddOnItemRow): PartItem => ({ ...item(r, shopId), ...(r.replaceItem ? { replaceItem: true, replacementItemId: r.replacementItemId, replacementItem: r.replacementItemId ? totals(r.replacementItemId, shopId) : null } : {}) });
      const standard = (itemsOfAddOn.get(`${addOnId}|`) ?? []).map(part);
      const own = shopId ? itemsOfAddOn.get(`${addOnId}|${shopId}`) : undefined;
      return own ? [...standard.map((p) => onlyIn('standard', p)), ...own.map((r) => onlyIn('shop', part(r)))] : standard;
    },
    addOnLabor: (laborId, shopId) => {
      const standard = laborId ? addOnLaborOf.get(`${laborId}|`) : undefined;
      return standard ? { standard, shop: (shopId && addOnLaborOf.get(`${laborId}|${shopId}`)) || null } : null;
    },
    labor: (shed, shopId) => {
      const standard = laborOfSize.get(sizeOf(shed));
      if (!standard) return null;
      const style = styleOf.get(`${shed.baseStyleId}|`);
      const ownStyle = shopId ? styleOf.get(`${shed.baseStyleId}|${shopId}`) : undefined;
      const own = shopId ? laborOfShop.get(`${shopId}|${standard.id}`) : undefined;
      const door = own?.doorCost ?? ownStyle?.doorCost ?? null;
      return {
        standard: { ...bases(standard), doorCost: inDollars(standard.doorCost ?? style?.doorCost ?? null) ?? 0 },
        shop: own || door !== null ? { ...(own ? bases(own) : {}), doorCost: inDollars(door) } : null,
      };
    },
    rates: (baseStyleId, shopId) => {
      const own = shopId ? styleOf.get(`${baseStyleId}|${shopId}`) : undefined;
      return { standard: ratesOf(styleOf.get(`${baseStyleId}|`)), shop: own ? ratesOf(own) : null };
    },
    haulBase: (shed) => haulOf.get(sizeOf(shed)) ?? null,
  };
}

/** An item that counts in one view only: where a shop keeps a list of its own for an add-on. */
function onlyIn(view: 'standard' | 'shop', part: PartItem): PartItem {
  const blank = (t: { standardTotal: number; shopTotal?: number | null | undefined }) =>
    view === 'shop' ? { standardTotal: 0, shopTotal: t.shopTotal ?? t.standardTotal } : { standardTotal: t.standardTotal, shopTotal: 0 };
  return { ...part, ...blank(part), ...(part.replacementItem ? { replacementItem: blank(part.replacementItem) } : {}) };
}

const inDollars = (amount: number | null): number | null => (amount === null ? null : amount / 100);
const bases = ({ buildBase, roofBase, trussCount, paintHours }: Pick<ShopLaborRow, 'buildBase' | 'roofBase' | 'trussCount' | 'paintHours'>) => ({ buildBase, roofBase, trussCount, paintHours });

const ratesOf = (s: StyleRow | undefined): CaseRateValues =>
  s
    ? { build: { value: s.build, type: s.buildType }, roof: { value: s.roof, type: s.roofType }, truss: { value: s.truss, type: s.trussType }, paint: { value: s.paint, type: s.paintType } }
    : {};

const styleColumns = { doorCost: 'door_cost', build: 'build_value', buildType: 'build_type', roof: 'roof_value', roofType: 'roof_type', truss: 'truss_value', trussType: 'truss_type', paint: 'paint_value', paintType: 'paint_type' };

async function loadStyles(db: Knex, shopIds: string[]): Promise<StyleRow[]> {
  const [standard, own] = await inSequence(
    () => rows<StyleRow>(db('base_styles').select({ id: 'id', ...styleColumns })),
    () => rows<StyleRow>(db('shop_base_styles').whereRaw('shop_id = any(?)', [shopIds]).select({ id: 'base_style_id', shopId: 'shop_id', ...styleColumns })),
  );
  return [...standard, ...own];
}

async function loadItemTotals(db: Knex, itemIds: string[], shopIds: string[]) {
  const [standard, own] = await inSequence(
    () => rows<ItemRow>(db('items').whereRaw('id = any(?)', [itemIds]).select('id', 'total')),
    () => rows<ShopItemRow>(db('shop_item_values as v').join('items as i', 'i.id', 'v.item_id').whereRaw('v.item_id = any(?) and v.shop_id = any(?) and (v.sub_total is not null or v.freight is not null)', [itemIds, shopIds])
      .select({ shopId: 'v.shop_id', itemId: 'v.item_id', total: db.raw('coalesce(v.sub_total, i.sub_total) + coalesce(v.freight, i.freight)') })),
  );
  const standardOf = new Map(standard.map((r) => [r.id, r.total]));
  const ownOf = new Map(own.map((r) => [`${r.shopId}|${r.itemId}`, r.total]));
  return (itemId: string, shopId: string | null) => ({ standardTotal: standardOf.get(itemId) ?? 0, shopTotal: (shopId ? ownOf.get(`${shopId}|${itemId}`) : undefined) ?? null });
}
