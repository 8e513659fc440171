import { type ClipboardEvent, type ReactNode, useContext, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { ActionsHead } from '../../ui/table/actions-head.js';
import { useUnsaved } from '../../../lib/queue/unsaved.js';
import { Button } from '../../ui/button.js';
import { NumberField, SelectField, type SelectOption } from '../../ui/form/fields.js';
import { DialogForm } from '../../ui/form/form.js';
import { useValue } from '../../ui/form/use-value.js';
import { moveInGrid } from './grid-keys.js';
import { isTable, matchPaste, parsePaste, type UnknownLine } from './paste.js';
import { PastedLines } from './pasted-lines.js';
import lineTable from '../../ui/form/line-table.module.css';
import styles from './lines-grid.module.css';

/** A figure of a line, beside its inputs. */
export interface LineFigure<L> {
  readonly header: string;
  readonly align?: 'right';
  readonly body: (line: L) => ReactNode;
}

/** An input of a line besides its record and quantity. */
export interface LineInput {
  readonly header: string;
  readonly body: (path: string, at: number) => ReactNode;
}

interface GridProps<L> {
  /** The form field: a list of lines. */
  readonly name: string;
  /** The heading, `Items`. */
  readonly title: string;
  /** What a line refers to, `Item`, and the field that holds its ID. */
  readonly what: string;
  readonly of: keyof L & string;
  readonly options: readonly SelectOption[];
  /** The kind of records, `items`. */
  readonly recent: string;
  /** The initial values of an added line. */
  readonly blank: L;
  readonly inputs?: readonly LineInput[];
  readonly figures?: readonly LineFigure<L>[];
  /** The total of all lines as typed: its label and its value. */
  readonly total?: { readonly label: string; readonly body: (lines: readonly L[]) => ReactNode };
  readonly readOnly: boolean;
  /** Called when another record is chosen for a line, with the line's path. */
  readonly onChosen?: (path: string) => void;
}

const article = (what: string): string => (/^[aeiou]/i.test(what) ? `an ${what}` : `a ${what}`);
const toTitle = (words: string): string => words.replace(/(^| )[a-z]/g, (first) => first.toUpperCase());

/**
 * Lines of a record and a quantity as a grid: units, costs and the total follow what is typed; Enter in the last
 * quantity adds a line, arrows move between rows, and two columns of a spreadsheet can be pasted.
 */
export function LinesGrid<L extends object>(props: GridProps<L>) {
  const { name, title, what, of, options, recent, blank, inputs = [], figures = [], total, readOnly } = props;
  const { fields, append, remove } = useFieldArray({ name });
  const [unknownLines, setLeft] = useState<readonly UnknownLine[]>([]);
  useUnsaved(unknownLines.length > 0, ['pasted lines that were not added'], useContext(DialogForm).id);
  const lower = what.toLowerCase();
  const add = () => append(blank, { focusName: `${name}.${fields.length}.${of}` });
  const toLine = (value: string, quantity: number | null) => ({ ...blank, [of]: value, quantity });
  const drop = (line: UnknownLine) => setLeft((before) => before.filter((one) => one !== line));
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (readOnly || !isTable(text)) return;
    event.preventDefault();
    const { known, unknown } = matchPaste(parsePaste(text), options, lower);
    append(
      known.map(({ value, quantity }) => toLine(value, quantity)),
      { shouldFocus: false },
    );
    setLeft((before) => [...before, ...unknown]);
  };
  return (
    <fieldset className="lines-field" onPaste={paste}>
      <legend>{title}</legend>
      {fields.length === 0 && <p className="muted">No {title.toLowerCase()} yet.</p>}
      {fields.length > 0 && (
        <table
          className={`plain-table ${lineTable['line-table']} ${styles['lines-grid']}`}
          onKeyDownCapture={(event) => !readOnly && moveInGrid(event, 'Quantity', add)}
        >
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              {inputs.map(({ header }) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
              <th scope="col">Quantity</th>
              {figures.map(({ header, align }) => (
                <th key={header} scope="col" className={align && 'cell-right'}>
                  {header}
                </th>
              ))}
              <ActionsHead />
            </tr>
          </thead>
          <tbody>
            {fields.map((field, at) => (
              <Row key={field.id} {...props} inputs={inputs} figures={figures} at={at} onDelete={() => remove(at)} />
            ))}
          </tbody>
          {total && (
            <Total name={name} label={total.label} body={total.body} span={inputs.length + figures.length + 1} />
          )}
        </table>
      )}
      <PastedLines
        lines={unknownLines}
        {...{ what: lower, recent, options }}
        onChoose={(line, value) => {
          append(toLine(value, line.quantity), { shouldFocus: false });
          drop(line);
        }}
        onLeaveOut={drop}
      />
      {!readOnly && (
        <span className="row">
          <Button icon="plus" onClick={add}>
            {`Add ${toTitle(what)}`}
          </Button>
          <span className="muted">Or paste two columns from a spreadsheet: {lower} and quantity.</span>
        </span>
      )}
    </fieldset>
  );
}

interface RowProps<L> extends GridProps<L> {
  readonly inputs: readonly LineInput[];
  readonly figures: readonly LineFigure<L>[];
  readonly at: number;
  readonly onDelete: () => void;
}

function Row<L extends object>({ name, what, of, options, recent, readOnly, onChosen, ...row }: RowProps<L>) {
  const { inputs, figures, at, onDelete } = row;
  const path = `${name}.${at}`;
  const line = useValue<L>(path);
  const lower = what.toLowerCase();
  const { clearErrors } = useFormContext();
  const common = { readOnly, className: 'field-bare' } as const;
  return (
    <tr>
      <td data-label={what}>
        <SelectField
          {...common}
          name={`${path}.${of}`}
          label={`${what} ${at + 1}`}
          required={`Choose ${article(lower)}`}
          placeholder={`Choose ${article(lower)}`}
          recent={recent}
          options={options}
          onChosen={() => {
            clearErrors(path);
            onChosen?.(path);
          }}
        />
      </td>
      {inputs.map(({ header, body }) => (
        <td key={header} data-label={header}>
          {body(path, at)}
        </td>
      ))}
      <td data-label="Quantity">
        <NumberField {...common} name={`${path}.quantity`} label={`Quantity ${at + 1}`} required step={0.01} min={0} />
      </td>
      {figures.map(({ header, align, body }) => (
        <td key={header} data-label={header} className={align && 'cell-right'}>
          <span className={styles['figure']}>{body(line)}</span>
        </td>
      ))}
      <td className="cell-actions">
        {!readOnly && (
          <Button icon="trash" iconOnly onClick={onDelete}>
            {`Delete ${lower} ${at + 1}`}
          </Button>
        )}
      </td>
    </tr>
  );
}

interface TotalProps<L> {
  readonly name: string;
  readonly label: string;
  readonly body: (lines: readonly L[]) => ReactNode;
  readonly span: number;
}

function Total<L>({ name, label, body, span }: TotalProps<L>) {
  const lines = useValue<readonly L[]>(name);
  return (
    <tfoot>
      <tr className={styles['total']}>
        <th scope="row" colSpan={span}>
          {label}
        </th>
        <td className="cell-right">{body(lines)}</td>
        <td className="cell-actions" />
      </tr>
    </tfoot>
  );
}
