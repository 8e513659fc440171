import type { ReactNode } from 'react';
import { NumberField, SelectField } from '../../components/ui/form/fields.js';
import { PlainTable } from '../../components/ui/table/plain-table.js';
import { count } from '../../lib/format.js';

/** How prices or costs are changed together, as the form has it. */
export interface PriceChangeValues {
  readonly by: string;
  readonly amount: number | null;
}

/** Why `what` cannot be changed this way, `Prices`; null if they can. */
export function describeProblem(what: string, { by, amount }: PriceChangeValues): string | null {
  if (Number.isNaN(amount)) return 'Enter a number.';
  return by === 'percent' && (amount ?? 0) < -100 ? `${what} cannot be lowered by more than 100%.` : null;
}

export const toChange = ({ by, amount }: PriceChangeValues) =>
  by === 'percent' ? { percent: amount ?? 0 } : { dollars: amount ?? 0 };

/** The choice of percent or dollars, and the amount; `what` is lowered by a negative one. */
export const PriceChangeFields = ({ what, children }: { readonly what: string; readonly children?: ReactNode }) => (
  <div className="form-group">
    <SelectField
      name="by"
      label="Change by"
      options={[
        { value: 'percent', label: 'percent' },
        { value: 'dollars', label: 'dollars' },
      ]}
    />
    <NumberField name="amount" label="Amount" hint={`A negative amount lowers ${what}.`} step={0.01} />
    {children}
  </div>
);

interface PriceChangesProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  /** What is changed: `Shed`. */
  readonly header: string;
  /** Why nothing can be changed this way. */
  readonly problem: string | null;
  /** How many will change. */
  readonly summary: ReactNode;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

const SHOWN = 100;

/** The problem, or how many change with the old and the new value of each. */
export const PriceChanges = ({ label, header, problem, summary, rows }: PriceChangesProps) => (
  <>
    {problem ? (
      <p role="alert" className="error">
        {problem}
      </p>
    ) : (
      <p className="muted">{summary}</p>
    )}
    {rows.length > 0 && (
      <PlainTable
        label={label}
        columns={[{ header }, { header: 'Old', align: 'right' }, { header: 'New', align: 'right' }]}
        rows={rows.slice(0, SHOWN)}
      />
    )}
    {rows.length > SHOWN && <p className="muted">and {count(rows.length - SHOWN)} more</p>}
  </>
);
