import type { Knex } from 'knex';
import type { CaseItem, CaseLaborValues, CaseLineLabor, CaseRateValues } from '../../pricing/case/case.js';
import { sizeKey } from '../intake/names.js';
import {
  readItemTotals,
  readPartRows,
  type AddOnItemRow,
  type ItemTotals,
  type PartRows,
  type ShopLaborRow,
  type SizeRow,
  type StyleRow,
  type PartsQuery,
} from './parts-rows.js';
import { groupBy } from '../../kernel/objects.js';

/**
 * An item of a snapshot, priced by P3; reports and stock use its ID. If a shop has its own list for the add-on,
 * `only` is the view in which the item counts.
 */
export type PartItem = CaseItem & {
  readonly itemId: string;
  readonly replacementItemId?: string | null;
  readonly only?: 'standard' | 'shop';
};

export interface PartComponent {
  readonly componentId: string;
  readonly name: string;
  readonly quantity: number;
  readonly items: readonly PartItem[];
}

/** The parts of sheds and add-ons and their costs, for some shops. */
export interface Parts {
  components(shedId: string, shopId: string | null): PartComponent[];
  addOnItems(addOnId: string, shopId: string | null): PartItem[];
  addOnLabor(
    laborId: string | null,
    shopId: string | null,
  ): { standard: CaseLineLabor; shop: CaseLineLabor | null } | null;
  /** Labor bases, with door costs defaulted by P2; null if the size has none. */
  labor(shed: SizeRow, shopId: string | null): { standard: CaseLaborValues; shop: CaseLaborValues | null } | null;
  rates(baseStyleId: string, shopId: string | null): { standard: CaseRateValues; shop: CaseRateValues | null };
  /** Dollars; null if the size has none. */
  haulBase(shed: SizeRow): number | null;
}

/** Reads the parts of the requested sheds and add-ons at the values of the requested shops. */
export async function loadParts(db: Knex, want: PartsQuery): Promise<Parts> {
  const rows = await readPartRows(db, want);
  const replacementIds = rows.addOnItems.flatMap((row) => row.replacementItemId ?? []);
  const itemIds = [...rows.componentItems, ...rows.addOnItems].flatMap((row) => row.itemId ?? []);
  const totals = await readItemTotals(db, [...new Set([...itemIds, ...replacementIds])], want.shopIds);
  return { ...boxParts(rows, totals), ...addOnParts(rows, totals), ...laborParts(rows) };
}

const getSize = (s: SizeRow): string => `${sizeKey(s.modelId, s.width, s.length)}|${s.baseStyleId}`;
const toKey = (id: string | null, shopId: string | null): string => `${id}|${shopId ?? ''}`;

function boxParts(rows: PartRows, totals: ItemTotals): Pick<Parts, 'components' | 'haulBase'> {
  const toItems = groupBy(rows.componentItems, (r) => r.componentId);
  const getComponents = groupBy(rows.components, (r) => r.shedId);
  const haulBySize = new Map(rows.hauls.map((r) => [getSize(r), r.haulBase / 100]));
  return {
    components: (shedId, shopId) =>
      (getComponents.get(shedId) ?? []).map(({ componentId, name, quantity }) => ({
        componentId,
        name,
        quantity,
        items: (toItems.get(componentId) ?? []).map((r) => ({
          itemId: r.itemId,
          quantity: r.quantity,
          ...totals(r.itemId, shopId),
        })),
      })),
    haulBase: (shed) => haulBySize.get(getSize(shed)) ?? null,
  };
}

function addOnParts(rows: PartRows, totals: ItemTotals): Pick<Parts, 'addOnItems' | 'addOnLabor'> {
  const toItems = groupBy(rows.addOnItems, (r) => toKey(r.addOnId, r.shopId));
  const laborByKey = new Map(
    rows.addOnLabor.map(({ id, shopId, type, total }) => [toKey(id, shopId), { type, total }]),
  );
  return {
    addOnItems: (addOnId, shopId) => {
      const part = (row: AddOnItemRow) => addOnItem(row, totals, shopId);
      const standard = (toItems.get(toKey(addOnId, null)) ?? []).flatMap(part);
      const shopItems = shopId ? toItems.get(toKey(addOnId, shopId)) : undefined;
      if (!shopItems) return standard;
      return [...standard.map((p) => onlyIn('standard', p)), ...shopItems.flatMap(part).map((p) => onlyIn('shop', p))];
    },
    addOnLabor: (laborId, shopId) => {
      const standard = laborId ? laborByKey.get(toKey(laborId, null)) : undefined;
      const shopLabor = shopId ? laborByKey.get(toKey(laborId, shopId)) : undefined;
      return standard ? { standard, shop: shopLabor ?? null } : null;
    },
  };
}

/** The part of an add-on line; none if the shop's item list is empty. */
function addOnItem(row: AddOnItemRow, totals: ItemTotals, shopId: string | null): PartItem[] {
  if (row.itemId === null) return [];
  const item = { itemId: row.itemId, quantity: row.quantity, ...totals(row.itemId, shopId) };
  if (!row.replaceItem) return [item];
  const { replacementItemId } = row;
  const replacementItem = replacementItemId ? totals(replacementItemId, shopId) : null;
  return [{ ...item, replaceItem: true, replacementItemId, replacementItem }];
}

/** An item that counts in only one view, because the shop has its own list for the add-on. */
function onlyIn(view: 'standard' | 'shop', part: PartItem): PartItem {
  const blank = (t: { standardTotal: number; shopTotal?: number | null | undefined }) =>
    view === 'shop'
      ? { standardTotal: 0, shopTotal: t.shopTotal ?? t.standardTotal }
      : { standardTotal: t.standardTotal, shopTotal: 0 };
  const replacement = part.replacementItem ? { replacementItem: blank(part.replacementItem) } : {};
  return { ...part, ...blank(part), ...replacement, only: view };
}

function laborParts(rows: PartRows): Pick<Parts, 'labor' | 'rates'> {
  const laborBySize = new Map(rows.labor.map((r) => [getSize(r), r]));
  const shopLaborByKey = new Map(rows.shopLabor.map((r) => [toKey(r.laborId, r.shopId), r]));
  const styleByKey = new Map(rows.styles.map((r) => [toKey(r.id, r.shopId), r]));
  return {
    labor: (shed, shopId) => {
      const standard = laborBySize.get(getSize(shed));
      if (!standard) return null;
      const style = styleByKey.get(toKey(shed.baseStyleId, null));
      const shopLabor = shopId ? shopLaborByKey.get(toKey(standard.id, shopId)) : undefined;
      const ownDoor =
        shopLabor?.doorCost ?? (shopId ? styleByKey.get(toKey(shed.baseStyleId, shopId))?.doorCost : null) ?? null;
      return {
        standard: { ...bases(standard), doorCost: inDollars(standard.doorCost ?? style?.doorCost ?? 0) },
        shop:
          shopLabor || ownDoor !== null
            ? { ...(shopLabor ? bases(shopLabor) : {}), doorCost: inDollars(ownDoor) }
            : null,
      };
    },
    rates: (baseStyleId, shopId) => {
      const shopStyle = shopId ? styleByKey.get(toKey(baseStyleId, shopId)) : undefined;
      return {
        standard: computeRates(styleByKey.get(toKey(baseStyleId, null))),
        shop: shopStyle ? computeRates(shopStyle) : null,
      };
    },
  };
}

const inDollars = (amount: number | null): number | null => (amount === null ? null : amount / 100);
type Bases = Pick<ShopLaborRow, 'buildBase' | 'roofBase' | 'trussCount' | 'paintHours'>;
const bases = ({ buildBase, roofBase, trussCount, paintHours }: Bases) => ({
  buildBase,
  roofBase,
  trussCount,
  paintHours,
});

const computeRates = (s: StyleRow | undefined): CaseRateValues =>
  s
    ? {
        build: { value: s.build, type: s.buildType },
        roof: { value: s.roof, type: s.roofType },
        truss: { value: s.truss, type: s.trussType },
        paint: { value: s.paint, type: s.paintType },
      }
    : {};
