import type { ReactNode } from 'react';
import { invoiceStatuses } from '../../../../domain/kernel/order/invoice-status.js';
import { orderStatuses } from '../../../../domain/kernel/order/status.js';
import {
  type OrderDate,
  orderDateLabels,
  orderDates,
  reportOrderTypes,
} from '../../../../domain/reporting/reports/rules.js';
import { Button } from '../../../components/ui/button.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { FilterBar } from './filter-bar.js';
import { MultiFilter } from './multi-filter.js';
import { RangeFilter } from './range-filter.js';
import { useCategoryChoices, useModelChoices, useShopChoices } from './use-report-choices.js';
import type { ReportFilterState } from './use-report-filter.js';
import { isOneOf, findOneOf } from '../../../../domain/kernel/objects.js';

export type ReportField =
  'orderDate' | 'orderType' | 'buildingStages' | 'invoiceStatus' | 'shops' | 'categories' | 'models';

interface ReportFiltersProps {
  readonly state: ReportFilterState;
  /** The available filters besides the range. */
  readonly fields: readonly ReportField[];
  /** The range of the response. */
  readonly answerRange?: { readonly from: string; readonly to: string } | undefined;
  /** More filters, of this report only. */
  readonly children?: ReactNode;
}

const toChoices = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** A report's filters: its range, and the ones it supports of type, statuses, shops and sheds. */
export function ReportFilters({ state, fields, answerRange, children }: ReportFiltersProps) {
  const { values, set, reset, isUsual } = state;
  const has = (field: ReportField) => fields.includes(field);
  return (
    <FilterBar>
      <RangeFilter key={isUsual ? 'usual' : 'own'} state={state} answerRange={answerRange} />
      {has('orderDate') && <OrderDateFilter value={values.orderDate} onChange={(orderDate) => set({ orderDate })} />}
      {has('orderType') && (
        <MultiFilter
          label="Order type"
          choices={toChoices(reportOrderTypes)}
          value={values.orderType}
          onChange={(types) => set({ orderType: types.filter((type) => isOneOf(reportOrderTypes, type)) })}
        />
      )}
      {has('buildingStages') && (
        <MultiFilter
          label="Order status"
          choices={toChoices(orderStatuses)}
          value={values.buildingStages}
          onChange={(buildingStages) => set({ buildingStages })}
        />
      )}
      {has('invoiceStatus') && (
        <MultiFilter
          label="Invoice status"
          choices={toChoices(invoiceStatuses)}
          value={values.invoiceStatus}
          onChange={(invoiceStatus) => set({ invoiceStatus })}
        />
      )}
      <ShedFilters state={state} fields={fields} />
      {children}
      {!isUsual && (
        <Button kind="text" icon="close" onClick={reset}>
          Reset
        </Button>
      )}
    </FilterBar>
  );
}

const OrderDateFilter = ({ value, onChange }: { value: OrderDate; onChange: (date: OrderDate) => void }) => (
  <ChoiceFilter
    label="By"
    required
    choices={orderDates.map((name) => ({ _id: name, name: orderDateLabels[name] }))}
    value={value}
    onChange={(name) => onChange(findOneOf(orderDates, name) ?? value)}
  />
);

/** Filters by shed category and model; a model can be chosen after its category. */
function ShedFilters({ state: { values, set }, fields }: Pick<ReportFiltersProps, 'state' | 'fields'>) {
  const shops = useShopChoices(fields.includes('shops'));
  const categories = useCategoryChoices(fields.includes('categories'));
  const models = useModelChoices(fields.includes('models') ? values.categories : []);
  return (
    <>
      {fields.includes('shops') && (
        <MultiFilter label="Shops" choices={shops} value={values.shops} onChange={(shops) => set({ shops })} />
      )}
      {fields.includes('categories') && (
        <MultiFilter
          label="Categories"
          choices={categories}
          value={values.categories}
          onChange={(categories) => set({ categories, models: [] })}
        />
      )}
      {fields.includes('models') && (
        <MultiFilter
          label="Models"
          choices={models}
          value={values.models}
          disabledReason={values.categories.length === 0 ? 'Choose a category first.' : null}
          onChange={(models) => set({ models })}
        />
      )}
    </>
  );
}
