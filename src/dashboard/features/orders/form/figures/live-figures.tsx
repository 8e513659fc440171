import { createContext, type ReactNode, useContext, useDeferredValue, useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Explanation } from '../../../../../domain/pricing/explain/explain.js';
import { explainCell } from '../../../../../domain/pricing/explain/cell.js';
import { costUnknown, isUncosted, type UnknownCost } from '../../../../../domain/pricing/unknown-cost.js';
import { figuresInDollars } from '../../../../../domain/pricing/wire.js';
import type { PricedLine } from '../../../../components/shared/orders/figure-rows.js';
import {
  caseFrom,
  type CustomLine,
  toCustom,
  getKind,
  type LineKind,
  pricedCustomLine,
  pricedOrNull,
} from './live-case.js';
import type {
  FiguresShown,
  LineShown,
  Lookups,
  OrderRecord,
} from '../../../../components/shared/orders/order-types.js';
import { type LineValues, type OrderValues, toValues, withoutGaps } from '../saving/order-values.js';
import { useValues } from '../../../../components/ui/form/use-value.js';
import { toEntries } from '../../../../../domain/kernel/objects.js';

export type ListName = 'addOns' | 'customAddOns';

/** The figures of the order as currently typed. */
export interface TypedFigures {
  readonly figures: FiguresShown;
  readonly addOns: readonly PricedLine[];
  readonly customAddOns: readonly PricedLine[];
  readonly kinds: Readonly<Record<ListName, readonly LineKind[]>>;
  /** Why the cost of the order is unknown. */
  readonly costUnknown: readonly UnknownCost[];
  /** A line's costs are known only after a save, and so are all totals that include them. */
  readonly incomplete: boolean;
  /** How a figure is calculated, or that the server explains the saved one; null when too little is known. */
  readonly explain: ((row: string, column: string) => Explanation | 'saved' | null) | null;
}

const Context = createContext<TypedFigures | null>(null);

/** The current figures; only inside the order form. */
export function useLive(): TypedFigures {
  const live = useContext(Context);
  if (!live) throw new Error('useLive needs the order form');
  return live;
}

interface ProviderProps {
  readonly order: OrderRecord;
  readonly lookups: Lookups | undefined;
  readonly children: ReactNode;
}

/** Recalculates the order's prices while typing; an unchanged order shows the server's figures. */
export function OfficeFigures({ order, lookups, children }: ProviderProps) {
  const typedValues = useDeferredValue(useValues<OrderValues>());
  const values = useMemo(() => withoutGaps(typedValues, toValues(order)), [typedValues, order]);
  const { isDirty } = useFormContext().formState;
  const computedFigures = useMemo(() => {
    const input = caseFrom(order, values, lookups);
    const figures = pricedOrNull(input);
    return figures && { input, figures, shedSuite: order.shedSuite ?? null };
  }, [order, values, lookups]);
  const [valid, setValid] = useState(computedFigures);
  if (computedFigures && computedFigures !== valid) setValid(computedFigures);
  const shownFigures = computedFigures ?? valid;
  const live = useMemo((): TypedFigures => {
    const figures = isDirty && shownFigures ? figuresInDollars(shownFigures.figures) : order;
    const kinds = getKinds(order, lookups, values);
    return {
      figures,
      kinds,
      ...toLines(figures, kinds, values.customAddOns),
      costUnknown: isDirty && shownFigures ? costUnknown(shownFigures.input) : (order.costUnknown ?? []),
      incomplete:
        values.shop !== (order.shop?._id ?? '') ||
        values.model !== (order.modelId ?? '') ||
        kinds.addOns.some((kind) => kind.unpriced),
      explain: shownFigures && ((row, column) => explainCell(row, column, shownFigures)),
    };
  }, [order, lookups, values, isDirty, shownFigures]);
  return <Context value={live}>{children}</Context>;
}

/** The server's figures, and the cost of a custom line as typed. */
export function ShopFigures({ order, children }: Omit<ProviderProps, 'lookups'>) {
  const values = useValues<OrderValues>();
  const live = useMemo((): TypedFigures => {
    const kinds = getKinds(order, undefined, values);
    const typedLines = values.customAddOns.map((line, at) => typedLine(line, kinds.customAddOns[at]));
    const custom = typedLines.map((line, at) => customFigures(line, order.customAddOns[at]));
    const lines = toLines({ addOns: order.addOns, customAddOns: custom }, kinds, values.customAddOns);
    return {
      figures: order,
      kinds,
      ...lines,
      costUnknown: order.costUnknown ?? [],
      incomplete: typedLines.some((line) => line !== null),
      explain: (row, column) => explainTyped(row, column, typedLines) ?? 'saved',
    };
  }, [order, values]);
  return <Context value={live}>{children}</Context>;
}

/** Prices a custom line whose costs were changed; null for an unchanged one. */
function typedLine(line: LineValues, kind: LineKind | undefined): CustomLine | null {
  const storedKind = kind?.storedLine;
  const isTyped =
    JSON.stringify([line.materialCost, line.laborCost]) !==
    JSON.stringify([storedKind?.materialCost, storedKind?.laborCost]);
  return isTyped && storedKind ? pricedCustomLine(line, storedKind) : null;
}

function customFigures(typedCosts: CustomLine | null, storedFigures: LineShown = {}): LineShown {
  if (!typedCosts) return storedFigures;
  const { totalSalePrice: _sale, ...own } = typedCosts.line;
  return {
    ...storedFigures,
    ...Object.fromEntries(toEntries(own).map(([key, views]) => [key, toDollars(key, views)])),
  };
}

/** A typed cost and the figures it affects are explained from the typed values. */
function explainTyped(row: string, column: string, typedLines: readonly (CustomLine | null)[]): Explanation | null {
  const [, at, key] = /^customAddOns\[(\d+)\]\.(\w+)$/.exec(row) ?? [];
  const line = key === 'totalSalePrice' ? null : typedLines[Number(at)];
  return line ? explainCell(`customAddOns[0].${key}`, column, line) : null;
}

const toDollars = (key: string, { shop, standard }: { shop: number; standard: number }) =>
  key === 'profitPercent' ? { shop, standard } : { shop: shop / 100, standard: standard / 100 };

const getKinds = (order: OrderRecord, lookups: Lookups | undefined, values: OrderValues): TypedFigures['kinds'] => ({
  addOns: values.addOns.map((line) => getKind(order, lookups, line)),
  customAddOns: values.customAddOns.map((line) => getKind(order, lookups, line)),
});

/** The figures of the lines, if their number matches the typed lines; none while an input is invalid. */
function toLines(
  figures: Record<ListName, readonly LineShown[]>,
  kinds: TypedFigures['kinds'],
  typedLines: OrderValues['customAddOns'],
): Pick<TypedFigures, ListName> {
  const isUnknown = (at: number): boolean => {
    const [line, kind] = [typedLines[at], kinds.customAddOns[at]];
    return !!line && !!kind && isUncosted(toCustom(line, kind));
  };
  const of = (list: ListName) =>
    kinds[list].map((kind, at) => ({
      ...(figures[list].length === kinds[list].length ? figures[list][at] : {}),
      discount: kind.discount,
      isUncosted: list === 'customAddOns' && isUnknown(at),
    }));
  return { addOns: of('addOns'), customAddOns: of('customAddOns') };
}
