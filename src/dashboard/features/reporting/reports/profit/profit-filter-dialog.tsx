import { useId, useState } from 'react';
import { orderStatuses } from '../../../../../domain/kernel/order/status.js';
import { orderDateLabels, reportOrderTypes } from '../../../../../domain/reporting/reports/rules.js';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import type { FilterChoice } from '../multi-filter.js';
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
  const basis = useId();
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
        <div className="row">
          <RangeFilter key={cleared} state={draftState} known={range} />
        </div>
        <div className="field">
          <label htmlFor={basis}>Date basis</label>
          <select
            id={basis}
            value={draft.orderDate}
            onChange={(event) => set({ orderDate: findOneOf(bases, event.target.value) ?? draft.orderDate })}
          >
            {bases.map((name) => (
              <option key={name} value={name}>
                {orderDateLabels[name]}
              </option>
            ))}
          </select>
        </div>
        <Boxes
          label="Order type"
          choices={toChoices(reportOrderTypes)}
          value={draft.orderType}
          onChange={(types) => set({ orderType: types.filter((type) => isOneOf(reportOrderTypes, type)) })}
        />
        <Boxes
          label="Order status"
          choices={toChoices(orderStatuses.filter((status) => status !== 'New'))}
          value={draft.buildingStages}
          onChange={(buildingStages) => set({ buildingStages })}
        />
        <Boxes label="Models" choices={models} value={draft.models} onChange={(models) => set({ models })} />
      </div>
    </Dialog>
  );
}

const toChoices = (names: readonly string[]): FilterChoice[] => names.map((name) => ({ value: name, label: name }));

interface BoxesProps {
  readonly label: string;
  readonly choices: readonly FilterChoice[] | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Multiple choice with a check box each; none means no restriction. */
function Boxes({ label, choices, value, onChange }: BoxesProps) {
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <fieldset className="field check-list">
      <legend>{label}</legend>
      {!choices && <p className="muted">Loading…</p>}
      {choices?.length === 0 && <p className="muted">None yet.</p>}
      <div className={styles['profit-boxes']}>
        {choices?.map((choice) => (
          <label key={choice.value}>
            <input type="checkbox" checked={value.includes(choice.value)} onChange={() => toggle(choice.value)} />{' '}
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
