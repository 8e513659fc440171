import { useState } from 'react';
import { orderStatuses } from '../../../../../domain/kernel/order/status.js';
import { orderDateLabels, reportOrderTypes } from '../../../../../domain/reporting/reports/rules.js';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { ChoiceFilter, SeveralFilter } from '../../../../components/shared/list/filters/choice-chip.js';
import { type FilterChoice, MultiFilter } from '../multi-filter.js';
import { RangeFilter } from '../range-filter.js';
import { filterInput, type ReportFilterValues } from '../report-filter.js';
import type { ReportFilterState } from '../use-report-filter.js';
import styles from './profit.module.css';
import { isOneOf, findOneOf } from '../../../../../domain/kernel/objects.js';

/** The dates an order's profit can be reported by. */
export const bases = ['dateFinished', 'dateOrdered'] as const;

interface FilterDialogProps {
  readonly state: ReportFilterState;
  readonly range: { readonly from: string; readonly to: string } | undefined;
  /** Undefined while loading. */
  readonly models: readonly FilterChoice[] | undefined;
  readonly onClose: () => void;
}

/** The report's filters: chosen together, then applied. */
export function ProfitFilterDialog({ state, range, models, onClose }: FilterDialogProps) {
  const [draft, setDraft] = useState<ReportFilterValues>(state.values);
  const [cleared, setCleared] = useState(0);
  const set = (change: Partial<ReportFilterValues>) => setDraft((before) => ({ ...before, ...change }));
  const apply = () => {
    state.set(draft);
    onClose();
  };
  const clear = () => {
    setDraft(state.usual);
    setCleared(cleared + 1);
  };
  const draftState = { ...state, values: draft, set, reset: clear, input: filterInput(draft) };
  return (
    <Dialog
      title="Profit report filter"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={clear}>Clear filters</Button>
          <Button kind="primary" onClick={apply}>
            Apply
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className={styles['profit-filter']}>
        <RangeFilter key={cleared} state={draftState} answerRange={range} />
        <ChoiceFilter
          label="Date basis"
          required
          choices={bases.map((name) => ({ _id: name, name: orderDateLabels[name] }))}
          value={draft.orderDate}
          onChange={(name) => set({ orderDate: findOneOf(bases, name) ?? draft.orderDate })}
        />
        <SeveralFilter
          label="Order type"
          choices={toChoices(reportOrderTypes)}
          value={draft.orderType}
          onChange={(types) => set({ orderType: types.filter((type) => isOneOf(reportOrderTypes, type)) })}
        />
        <SeveralFilter
          label="Order status"
          choices={toChoices(orderStatuses.filter((status) => status !== 'New'))}
          value={draft.buildingStages}
          onChange={(buildingStages) => set({ buildingStages })}
        />
        <MultiFilter label="Models" choices={models} value={draft.models} onChange={(models) => set({ models })} />
      </div>
    </Dialog>
  );
}

const toChoices = (names: readonly string[]) => names.map((name) => ({ _id: name, name }));
