import { useMemo, useState } from 'react';
import { LinkButton } from '../../../../components/shared/link-button.js';
import { ToggleFilter } from '../../../../components/shared/list/filters/toggle-chip.js';
import { toKeys } from '../../../../../domain/kernel/objects.js';
import { formatCount } from '../../../../lib/format.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { MultiFilter } from '../multi-filter.js';
import { ReportFilters } from '../report-filters.js';
import { ReportPage } from '../report-page.js';
import { ReportTable } from '../report-table.js';
import { countDifferences, type Figure, FigureCell, figureLabels, type Reconciliation, type Row } from './figures.js';
import { ReconciledOrders } from './reconciled-orders.js';
import { getReconciliationColumns, rowPreview } from './reconciliation-columns.js';
import styles from './reconciliation.module.css';
import { type ReconciliationFilterState, useReconciliationFilter } from './use-reconciliation-filter.js';

/** The figure whose orders are shown, of one row or of all. */
interface ShownFigure {
  readonly figure: Figure;
  readonly row: Row | null;
}

/** Compares the sources' orders with ours by day, source and shop; each figure opens its orders. */
export function ReconciliationPage() {
  const filterState = useReconciliationFilter();
  const { state, filter } = filterState;
  const query = useApi('POST /api/orders/report/reconciliation', filter);
  const [openFigure, setOpenFigure] = useState<ShownFigure | null>(null);
  const columns = useMemo(() => getReconciliationColumns((row, figure) => setOpenFigure({ row, figure })), []);
  return (
    <ReportPage
      title="Reconciliation"
      report="reconciliation"
      filter={filter}
      filters={
        <ReportFilters state={state} fields={['shops']} answerRange={query.data?.range}>
          <MoreFilters chosen={filterState} />
        </ReportFilters>
      }
      actions={<LinkButton href="/company/import/sources">Sources</LinkButton>}
      query={query}
      rows={({ rows }) => rows.length}
      about={({ range }) => `Date Ordered: ${range.words}. Totals before tax.`}
      empty={describeEmpty(query.data, filterState)}
      overview={({ totals }) => <Totals totals={totals} onOpen={(figure) => setOpenFigure({ figure, row: null })} />}
    >
      {({ rows }) => (
        <>
          <ReportTable
            name="reconciliation"
            label="Days, sources and shops"
            columns={columns}
            rows={rows}
            preview={rowPreview}
          />
          {openFigure && (
            <ReconciledOrders
              title={getName(openFigure)}
              request={{ ...filter, figure: openFigure.figure, ...(openFigure.row ? { row: openFigure.row._id } : {}) }}
              onClose={() => setOpenFigure(null)}
            />
          )}
        </>
      )}
    </ReportPage>
  );
}

function getName({ figure, row }: ShownFigure): string {
  return `${figureLabels[figure]}: ${row ? rowPreview.title(row) : 'all orders'}`;
}

function describeEmpty(data: Reconciliation | undefined, { more }: ReconciliationFilterState): string {
  if (data?.sources === 0) return 'No sources yet. Add one to compare its orders with those here.';
  return more.onlyDiffering ? 'No differences.' : 'No orders. Try another range or fewer filters.';
}

function MoreFilters({ chosen: { more, set } }: { chosen: ReconciliationFilterState }) {
  const sources = useApi('GET /api/source', { size: 500 }).data?.items;
  return (
    <>
      <MultiFilter
        label="Sources"
        choices={sources?.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={more.sources}
        onChange={(sources) => set({ sources })}
      />
      <ToggleFilter
        label="Only differences"
        pressed={more.onlyDiffering}
        onPressed={(onlyDiffering) => set({ onlyDiffering })}
      />
    </>
  );
}

interface TotalsProps {
  readonly totals: Reconciliation['totals'];
  readonly onOpen: (figure: Figure) => void;
}

/** A sentence about the differences, and the figures of all rows. */
function Totals({ totals, onOpen }: TotalsProps) {
  const differing = countDifferences(totals);
  return (
    <section className={styles['totals']} aria-label="Totals">
      <p className={differing > 0 ? 'error' : 'muted'}>
        {differing === 0 ? 'No differences.' : `${formatCount(differing, 'difference')}.`}
      </p>
      <dl>
        {toKeys(figureLabels).map((figure) => (
          <div key={figure}>
            <dt>{figureLabels[figure]}</dt>
            <dd>
              <FigureCell figure={figure} sum={totals[figure]} onOpen={onOpen} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
