import { ToggleButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DownloadButton } from '../../../components/ui/download-button.js';
import type { ColumnDef, Selection } from '../../../components/shared/list/list-types.js';
import { download } from '../../../lib/server/api.js';
import { count, countHeading } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import {
  ALERT,
  changeText,
  columnName,
  problemText,
  type RowState,
  rowStates,
  type StagedRow,
  stateWords,
} from './row-words.js';
import styles from './rows.module.css';
import { isOneOf } from '../../../../domain/kernel/objects.js';

const start = { size: 100, filters: { state: '' } } as const;

/** The excluded rows, and functions to exclude and include rows. */
export interface RowExclusions {
  readonly without: ReadonlySet<number>;
  readonly leave: (rows: readonly number[], isTaken: boolean) => void;
}

interface StagedRowsProps {
  readonly staged: { readonly _id: string; readonly counts: Readonly<Record<string, number>> };
  /** Rows can be deselected; without it they are read-only. */
  readonly taking?: RowExclusions;
  /** Why there are no rows. */
  readonly empty?: string;
}

type Row = StagedRow & { readonly _id: string };

/** The rows of a file by result: old and new values, or why they are refused. */
export function StagedRows({ staged, taking, empty = 'The file has no rows.' }: StagedRowsProps) {
  const list = useListState(start);
  const { counts, _id: id } = staged;
  const query = useApi('GET /api/imports/:id/rows', { id, ...list.query, state: stateIn(list.filters.state) });
  const { data } = query;
  const rows = data?.items.map((row): Row => ({ ...row, _id: String(row.n) })) ?? [];
  const choose = (state: string) => list.set({ filters: { state } });
  return (
    <DataList
      name="import-rows"
      label="Rows of the file"
      columns={taking ? columns : [...columns, leftOut]}
      query={{ ...query, data: data && { items: rows, total: data.total } }}
      list={list}
      pageSizes={[50, 100, 200, 500]}
      search={{ placeholder: 'Search names...' }}
      filters={
        <>
          <StateTabs counts={counts} chosenTab={list.filters.state} onChoose={choose} />
          {(counts['refused'] ?? 0) > 0 && (
            <DownloadButton area="Export" onDownload={() => download('GET /api/imports/:id/refused', { id })}>
              Download rejected rows
            </DownloadButton>
          )}
        </>
      }
      {...(taking ? { selection: toSelection(taking, rows), bulk: <LeftOut {...taking} /> } : {})}
      uneven
      empty={empty}
    />
  );
}

const stateIn = (text: string): RowState | '' => (isOneOf(rowStates, text) ? text : '');

interface TabsProps {
  readonly counts: Readonly<Record<string, number>>;
  readonly chosenTab: string;
  readonly onChoose: (state: string) => void;
}

function StateTabs({ counts, chosenTab, onChoose }: TabsProps) {
  const of = (state: RowState) => counts[state] ?? 0;
  const all = rowStates.reduce((sum, state) => sum + of(state), 0);
  return (
    <div className="row" role="group" aria-label="Rows to show">
      {rowStates.map((state) => (
        <ToggleButton key={state} pressed={chosenTab === state} onPressed={() => onChoose(state)}>
          {`${stateWords[state]} ${count(of(state))}`}
        </ToggleButton>
      ))}
      <ToggleButton pressed={stateIn(chosenTab) === ''} onPressed={() => onChoose('')}>
        {`All ${count(all)}`}
      </ToggleButton>
    </div>
  );
}

const wouldChange = ({ state }: Row): boolean => state === 'new' || state === 'changed';

/** The selected rows of the page; rows without changes cannot be selected. */
const toSelection = ({ without, leave }: RowExclusions, rows: readonly Row[]): Selection<Row> => ({
  selected: new Set(rows.filter((row) => wouldChange(row) && !without.has(row.n)).map(({ _id }) => _id)),
  onChange: (next) => {
    const changing = rows.filter(wouldChange);
    const [includedRows, excludedRows] = [true, false].map((is) => changing.filter(({ _id }) => next.has(_id) === is));
    leave(
      (includedRows ?? []).map(({ n }) => n),
      true,
    );
    leave(
      (excludedRows ?? []).map(({ n }) => n),
      false,
    );
  },
  getName: ({ name, sheet, row }) => `${name || 'row'} (${sheet}, row ${row})`,
  disabledReason: (row) =>
    wouldChange(row) ? null : row.state === 'refused' ? 'This row is refused.' : 'This row has no changes.',
});

const LeftOut = ({ without }: RowExclusions) => (
  <span>
    on this page{without.size > 0 && `; ${countHeading(without.size, 'row').toLowerCase()} left out in total`}
  </span>
);

const columns: readonly ColumnDef<Row>[] = [
  { field: 'name', header: 'Name', fixed: true, body: ({ name, row }) => name || `Row ${row}` },
  { field: 'sheet', header: 'Sheet' },
  {
    field: 'row',
    header: 'Row',
    align: 'right',
    body: ({ row }) => count(row),
    fact: ({ row }) => `Row ${count(row)}`,
  },
  {
    field: 'state',
    header: 'State',
    key: true,
    body: ({ state }) => <StateMark state={state} />,
    fact: ({ state }) => <StateMark state={state} />,
  },
  {
    field: 'changes',
    header: 'Changes and problems',
    body: (row) => <Outcome {...row} />,
    fact: (row) => formatOutcome(row),
  },
];

const leftOut: ColumnDef<Row> = {
  field: 'taken',
  header: 'Imported',
  body: (row) => (wouldChange(row) ? (row.taken ? 'Yes' : 'Left out') : ''),
};

const StateMark = ({ state }: Pick<Row, 'state'>) => <span className={styles[state]}>{stateWords[state]}</span>;

/** The problems of a row, or its changes, as one text. */
const formatOutcome = ({ changes, problems, state }: Pick<Row, 'changes' | 'problems' | 'state'>): string =>
  problems.length > 0
    ? problems
        .map((problem) => [columnName(problem.column ?? ''), problemText(problem)].filter(Boolean).join(' '))
        .join('; ')
    : changes.map((change) => `${columnName(change.column)} ${changeText(change, state)}`).join('; ');

/** A row has changes, or problems, or neither. */
const Outcome = ({ changes, problems, state }: Pick<Row, 'changes' | 'problems' | 'state'>) =>
  problems.length > 0 ? (
    <ul className={`${styles['import-changes']} error`}>
      {problems.map((problem, at) => (
        <li key={at}>
          {problem.column && <strong>{columnName(problem.column)} </strong>}
          {problemText(problem)}
        </li>
      ))}
    </ul>
  ) : (
    changes.length > 0 && (
      <ul className={styles['import-changes']}>
        {changes.map((change, at) => (
          <li key={at} className={change.column === ALERT ? styles['import-alert'] : ''}>
            <span className="muted">{columnName(change.column)}</span> {changeText(change, state)}
          </li>
        ))}
      </ul>
    )
  );
