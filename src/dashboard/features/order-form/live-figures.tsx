import { createContext, type ReactNode, useContext, useDeferredValue, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Explanation } from '../../../domain/pricing/explain.js';
import { figuresInDollars } from '../../../domain/pricing/wire.js';
import { explainFigure, type Priced } from './explain-figure.js';
import type { PricedLine } from './figure-rows.js';
import { caseFrom, customLineFigures, kindOf, type LineKind, pricedOrNull } from './live-case.js';
import type { FiguresShown, LineShown, Lookups, OrderRecord } from './order-types.js';
import { type LineValues, type OrderValues, valuesOf, withoutGaps } from './order-values.js';

export type ListName = 'addOns' | 'customAddOns';

/** The figures of the order as it is typed now. */
export interface Live {
  readonly figures: FiguresShown;
  readonly addOns: readonly PricedLine[];
  readonly customAddOns: readonly PricedLine[];
  readonly kinds: Readonly<Record<ListName, readonly LineKind[]>>;
  /** A line's costs come with Save, and all sums with them. */
  readonly incomplete: boolean;
  /** How a figure came about; null where too little is known to tell. */
  readonly explain: ((row: string, column: string) => Explanation | null) | null;
}

const Context = createContext<Live | null>(null);

/** The figures as they are now; only inside the order form. */
export function useLive(): Live {
  const live = useContext(Context);
  if (!live) throw new Error('useLive needs the order form');
  return live;
}

interface ProviderProps {
  readonly order: OrderRecord;
  readonly lookups: Lookups | undefined;
  readonly children: ReactNode;
}

/** Prices the order anew as one types; what was saved shows the server's figures. */
export function OfficeFigures({ order, lookups, children }: ProviderProps) {
  const typed = useDeferredValue(useWatch() as OrderValues);
  const values = useMemo(() => withoutGaps(typed, valuesOf(order)), [typed, order]);
  const { isDirty } = useFormContext().formState;
  const priced = useMemo((): Priced | null => {
    const input = caseFrom(order, values, lookups);
    const figures = pricedOrNull(input);
    return figures && { input, figures, shedSuite: order.shedSuite ?? null };
  }, [order, values, lookups]);
  const [valid, setValid] = useState(priced);
  if (priced && priced !== valid) setValid(priced);
  const shown = priced ?? valid;
  const live = useMemo((): Live => {
    const figures = isDirty && shown ? figuresInDollars(shown.figures) : order;
    const kinds = kindsOf(order, lookups, values);
    return {
      figures,
      kinds,
      ...linesOf(figures, kinds),
      incomplete:
        values.shop !== (order.shop?._id ?? '') ||
        values.model !== (order.modelId ?? '') ||
        kinds.addOns.some((kind) => kind.unpriced),
      explain: shown && ((row, column) => explainFigure(row, column, shown)),
    };
  }, [order, lookups, values, isDirty, shown]);
  return <Context value={live}>{children}</Context>;
}

/** The server's figures, and what a custom line costs as it is typed. */
export function ShopFigures({ order, children }: Omit<ProviderProps, 'lookups'>) {
  const values = useWatch() as OrderValues;
  const live = useMemo((): Live => {
    const kinds = kindsOf(order, undefined, values);
    const custom = values.customAddOns.map((line, at) =>
      customFigures(line, kinds.customAddOns[at], order.customAddOns[at]),
    );
    const lines = linesOf({ addOns: order.addOns, customAddOns: custom }, kinds);
    return {
      figures: order,
      kinds,
      ...lines,
      incomplete: custom.some((line, at) => line !== order.customAddOns[at]),
      explain: null,
    };
  }, [order, values]);
  return <Context value={live}>{children}</Context>;
}

function customFigures(line: LineValues, kind: LineKind | undefined, stored: LineShown = {}): LineShown {
  const saved = kind?.stored;
  const isTyped =
    JSON.stringify([line.materialCost, line.laborCost]) !== JSON.stringify([saved?.materialCost, saved?.laborCost]);
  const figures = isTyped && saved ? customLineFigures(line, saved) : null;
  if (!figures) return stored;
  const { totalSalePrice: _sale, ...own } = Object.fromEntries(
    Object.entries(figures).map(([key, views]) => [key, dollarsOf(key, views as never)]),
  );
  return { ...stored, ...own };
}

const dollarsOf = (key: string, { shop, standard }: { shop: number; standard: number }) =>
  key === 'profitPercent' ? { shop, standard } : { shop: shop / 100, standard: standard / 100 };

const kindsOf = (order: OrderRecord, lookups: Lookups | undefined, values: OrderValues): Live['kinds'] => ({
  addOns: values.addOns.map((line) => kindOf(order, lookups, line)),
  customAddOns: values.customAddOns.map((line) => kindOf(order, lookups, line)),
});

/** The figures of the lines, where there are as many as lines are typed; none while what was typed is not valid. */
function linesOf(figures: Record<ListName, readonly LineShown[]>, kinds: Live['kinds']): Pick<Live, ListName> {
  const of = (list: ListName) =>
    kinds[list].map((kind, at) => ({
      ...(figures[list].length === kinds[list].length ? figures[list][at] : {}),
      discount: kind.discount,
    }));
  return { addOns: of('addOns'), customAddOns: of('customAddOns') };
}
