import { useId, useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { Select } from '../../../components/ui/form/inputs/select.js';
import { Icon } from '../../../components/ui/icon.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { formatMessage } from '../../../lib/server/api.js';
import { count, countHeading } from '../../../lib/format.js';
import { kindNamed } from '../../../lib/import-kinds.js';
import { useUnsaved } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';
import {
  assign,
  assignable,
  type ColumnAssignments,
  type ColumnGroup,
  columnGroups,
  formatMeaning,
  lostHeaders,
  needsColumns,
  toSaved,
} from './column-groups.js';
import { columnName, type StagedImport } from './row-words.js';
import styles from './rows.module.css';

/** Which columns were recognized, which are ignored and which are missing; each can be matched to a field. */
export function ColumnsSection({ staged }: { staged: StagedImport }) {
  const groups = columnGroups(staged.layout).filter(({ columns }) => columns.length > 0);
  const isAsked = needsColumns(groups);
  const lostNames = lostHeaders(groups);
  const [open, setOpen] = useState(isAsked || lostNames.length > 0);
  const [assigned, setAssigned] = useState<ColumnAssignments>({});
  const { save, pending } = useColumns(staged._id, () => setAssigned({}));
  const isDirty = Object.keys(assigned).length > 0;
  useUnsaved(isDirty, ['Columns']);
  if (groups.length === 0) return null;
  return (
    <details className={styles['import-columns']} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Columns
        <span className="muted"> {summarize(groups)}</span>
      </summary>
      {lostNames.length > 0 && (
        <p className="notice notice-warning">
          <Icon name="warning" />
          <span>
            Not imported: {lostNames.map((header) => `“${header}”`).join(', ')}. Match{' '}
            {lostNames.length === 1 ? 'it' : 'them'} to a field, or save the columns to ignore{' '}
            {lostNames.length === 1 ? 'it' : 'them'}.
          </span>
        </p>
      )}
      {groups.map((group) => (
        <Group
          key={group.sheets[0]}
          group={group}
          fields={staged.fields}
          assigned={assigned}
          onAssign={(header, field) => setAssigned((before) => assign(before, group, header, field))}
        />
      ))}
      <p className="row">
        <ActionButton
          permission={kindNamed(staged.kind)?.mapping ?? 'imports.apply'}
          kind={isDirty ? 'primary' : 'secondary'}
          pending={pending}
          disabledReason={isDirty || lostNames.length > 0 ? null : 'Match a column first.'}
          onClick={() => void save(toSaved(groups, assigned))}
        >
          Save columns
        </ActionButton>
        <span className="muted">Columns are saved for future files, and the preview updates.</span>
      </p>
    </details>
  );
}

/** Assigns columns to fields, and compares again. */
function useColumns(id: string, onSaved: () => void) {
  const toast = useToast();
  const { send, pending } = useSend('PUT /api/imports/:id/columns');
  const save = async (columns: ColumnAssignments) => {
    try {
      toast.success(`Columns saved. ${(await send({ id, columns })).msg}`);
      onSaved();
    } catch (error) {
      toast.error(`Could not save columns: ${formatMessage(error)}`);
    }
  };
  return { save, pending };
}

function summarize(groups: readonly ColumnGroup[]): string {
  const shownGroups = groups.filter(({ isForeign }) => !isForeign || needsColumns(groups));
  const missingNames = [...new Set(shownGroups.flatMap((group) => group.missingColumns))];
  const all = new Set(groups.flatMap((group) => assignable(group).map(({ header }) => header)));
  const usedHeaders = new Set(
    groups.flatMap((group) => assignable(group).flatMap(({ header, field }) => (field === null ? [] : header))),
  );
  const recognizedText = `${count(usedHeaders.size)} of ${count(all.size)} recognized`;
  return missingNames.length > 0
    ? `${recognizedText}, missing: ${missingNames.map(columnName).join(', ')}`
    : recognizedText;
}

interface GroupProps {
  readonly group: ColumnGroup;
  readonly fields: StagedImport['fields'];
  readonly assigned: ColumnAssignments;
  readonly onAssign: (header: string, field: string | null) => void;
}

function Group({ group, fields, assigned, onAssign }: GroupProps) {
  const id = useId();
  const { sheets, headerRow, rows, missingColumns: missingNames, isForeign } = group;
  const meanings = new Set(assignable(group).map((column) => formatMeaning(column, assigned)));
  const lacking = fields.filter(({ field, required }) => required && !meanings.has(field));
  return (
    <fieldset className={styles['import-group']}>
      <legend>
        {sheets.length === 1 ? 'Sheet' : `${count(sheets.length)} sheets:`}{' '}
        {sheets.map((name) => `“${name}”`).join(', ')}
        <span className="muted">
          {headerRow > 0 && ` header in row ${headerRow},`} {countHeading(rows, 'row').toLowerCase()}
          {headerRow > 0 && ' below'}
        </span>
      </legend>
      {missingNames.length > 0 && lacking.length > 0 && (
        <p className={isForeign ? 'row muted' : 'row error'}>
          <Icon name={isForeign ? 'info' : 'warning'} />
          <span>
            {isForeign && 'No known columns, so this sheet is not imported. '}
            Missing: {lacking.map(({ header }) => columnName(header)).join(', ')}
          </span>
        </p>
      )}
      <div className={styles['import-column-list']}>
        {assignable(group).map((column) => (
          <div key={column.header}>
            <label htmlFor={`${id}-${column.header}`}>{column.header}</label>
            <Select
              id={`${id}-${column.header}`}
              label={column.header}
              none="Ignore"
              options={fields.map(({ field, header, required }) => ({
                value: field,
                label: `${columnName(header)}${required ? ' (required)' : ''}`,
              }))}
              value={formatMeaning(column, assigned) ?? ''}
              onChange={(field) => onAssign(column.header, field || null)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
