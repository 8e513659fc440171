import { useFieldArray, useFormContext } from 'react-hook-form';
import { ActionsHead } from '../../../components/ui/table/actions-head.js';
import { Button } from '../../../components/ui/button.js';
import { MoneyField, NumberField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Money } from '../../../components/shared/money.js';
import type { Choice } from './repair-types.js';
import { chooseItem } from './choose-item.js';
import { blankLine, freeLine, lineAmount, type LineValues, lineTotals } from './repair-values.js';
import styles from './repair-invoices.module.css';
import { money } from '../../../lib/format.js';
import { useValue, valueAt } from '../../../components/ui/form/use-value.js';

interface LinesProps {
  readonly choices: readonly Choice[];
  readonly readOnly: boolean;
}

/** The billed lines: item, quantity, rate and amount; with the totals of the values as typed. */
export function RepairLines({ choices, readOnly }: LinesProps) {
  const { fields, append, remove } = useFieldArray({ name: 'items' });
  return (
    <div className={styles['repair-lines']}>
      <table className={`plain-table ${styles['repair-table']}`}>
        <caption className="sr-only">Items</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="cell-right">
              Quantity
            </th>
            <th scope="col" className="cell-right">
              Rate
            </th>
            <th scope="col" className="cell-right">
              Amount
            </th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => (
            <Line
              key={field.id}
              at={at}
              choices={choices}
              readOnly={readOnly}
              {...(fields.length > 1 ? { onDelete: () => remove(at) } : {})}
            />
          ))}
        </tbody>
        <Totals />
      </table>
      {!readOnly && (
        <div className="row">
          <Button icon="plus" onClick={() => append(blankLine)}>
            Add Item
          </Button>
          <Button icon="plus" onClick={() => append(freeLine)}>
            Add Free Line
          </Button>
        </div>
      )}
    </div>
  );
}

interface LineProps extends LinesProps {
  readonly at: number;
  /** Absent for the only line. */
  readonly onDelete?: (() => void) | undefined;
}

function Line({ at, choices, readOnly, onDelete }: LineProps) {
  const { setValue, getValues, getFieldState } = useFormContext();
  const path = `items.${at}`;
  const line = useValue<LineValues>(path);
  const choiceOptions = choices.map(({ _id, name, rate }) => ({ value: _id, label: name, figure: money(rate) }));
  const isKnown = line.item === '' || choiceOptions.some(({ value }) => value === line.item);
  const options = isKnown ? choiceOptions : [{ value: line.item, label: line.name }, ...choiceOptions];
  const take = () => {
    const choice = choices.find(({ _id }) => _id === valueAt<string>(getValues, `${path}.item`));
    if (!choice) return;
    const isTyped = getFieldState(`${path}.rate`).isDirty;
    const values = chooseItem(line, choice, isTyped ? choices.find(({ _id }) => _id === line.item) : null);
    for (const [field, value] of Object.entries(values)) setValue(`${path}.${field}`, value, { shouldDirty: true });
  };
  const common = { readOnly, className: 'field-bare' } as const;
  if (line.reason !== null) return <FreeLine at={at} line={line} readOnly={readOnly} onDelete={onDelete} />;
  return (
    <tr>
      <td data-label="Item">
        <SelectField
          {...common}
          name={`${path}.item`}
          label={`Item ${at + 1}`}
          required="Choose an item"
          placeholder="Choose an item"
          recent="repair-items"
          options={options}
          onChosen={take}
        />
      </td>
      <td data-label="Quantity" className="cell-right">
        <NumberField
          {...common}
          name={`${path}.quantity`}
          label={`Quantity ${at + 1}`}
          required
          step={0.01}
          min={0.01}
        />
      </td>
      <td data-label="Rate" className="cell-right">
        <MoneyField {...common} name={`${path}.rate`} label={`Rate ${at + 1}`} required min={0} />
      </td>
      <td className="cell-right" data-label="Amount">
        <Money value={lineAmount(line)} />
      </td>
      <DeleteCell at={at} onDelete={readOnly ? undefined : onDelete} />
    </tr>
  );
}

interface FreeLineProps {
  readonly at: number;
  readonly line: LineValues;
  readonly readOnly: boolean;
  readonly onDelete: (() => void) | undefined;
}

/** A line without an item: a text, its reason, and a positive or negative amount. */
function FreeLine({ at, line, readOnly, onDelete }: FreeLineProps) {
  const path = `items.${at}`;
  const common = { readOnly, className: 'field-bare' } as const;
  return (
    <tr>
      <td data-label="Text" className={styles['free-line']}>
        <TextField
          {...common}
          name={`${path}.name`}
          label={`Text ${at + 1}`}
          required="Enter the text"
          placeholder="Text"
          maxLength={200}
        />
        <TextField
          {...common}
          name={`${path}.reason`}
          label={`Reason ${at + 1}`}
          required="A reason is required"
          placeholder="Reason"
          maxLength={500}
        />
      </td>
      <td data-label="Quantity" className="cell-right">
        1
      </td>
      <td data-label="Rate" className="cell-right">
        <MoneyField {...common} name={`${path}.rate`} label={`Amount ${at + 1}`} required step={0.01} />
      </td>
      <td className="cell-right" data-label="Amount">
        <Money value={lineAmount(line)} />
      </td>
      <DeleteCell at={at} onDelete={readOnly ? undefined : onDelete} />
    </tr>
  );
}

const DeleteCell = ({ at, onDelete }: { at: number; onDelete: (() => void) | undefined }) => (
  <td className="cell-actions">
    {onDelete && (
      <Button icon="trash" iconOnly onClick={onDelete}>
        {`Delete item ${at + 1}`}
      </Button>
    )}
  </td>
);

function Totals() {
  const lines = useValue<readonly LineValues[]>('items');
  const { invoiceTotal, standardInvoiceTotal } = lineTotals(lines);
  return (
    <tfoot>
      <Total label="Invoice Total" value={invoiceTotal} />
      <Total label="Standard Total" value={standardInvoiceTotal} />
    </tfoot>
  );
}

const Total = ({ label, value }: { label: string; value: number }) => (
  <tr>
    <th scope="row" colSpan={3}>
      {label}
    </th>
    <td className="cell-right">
      <Money value={value} />
    </td>
    <td />
  </tr>
);
