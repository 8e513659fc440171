import { useDeferredValue, useMemo } from 'react';
import { toDollars } from '../../../../../domain/kernel/cents.js';
import { ownInputNames, ownReport } from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { Money } from '../../../../components/shared/money.js';
import { countHeading } from '../../../../lib/format.js';
import { useShopApi } from '../../../../lib/server/use-api.js';
import { ReportTable } from '../report-table.js';
import { useReportFilter, type ReportFilterState } from '../use-report-filter.js';
import { AddOnsFigure } from './add-ons-dialog.js';
import { ownColumns, ownTotals, topPreview } from './top-columns.js';
import { LeftOutOfTop, RowOrders, TopPage } from './top-page.js';
import { type ShopAnswer, shopRow } from './top-rows.js';
import { type TopInputs, useTopInputs } from './use-top-inputs.js';

const defaultFilter = { range: 'previous-quarter', orderDate: 'dateOrdered' } as const;
const fields = ['orderDate', 'orderType', 'buildingStages', 'invoiceStatus', 'categories', 'models'] as const;
const groups = [{ title: 'Percents', names: ownInputNames }] as const;

/** P12: the shop's sheds with the highest gross profit, at its costs and at percents the user can try. */
export function ShopTopPage() {
  const state = useReportFilter(defaultFilter);
  const query = useShopApi('POST /api/orders/top/report', state.input);
  const inputs = useTopInputs(ownInputNames);
  return (
    <TopPage title="Top 100 orders GP report" {...{ state, fields, query, inputs, groups }}>
      {(answer) => <Results answer={answer} inputs={inputs} state={state} />}
    </TopPage>
  );
}

interface ResultsProps {
  readonly answer: ShopAnswer;
  readonly inputs: TopInputs;
  readonly state: ReportFilterState;
}

function Results({ answer, inputs, state }: ResultsProps) {
  const { defaults, range } = answer;
  const inputValues = useDeferredValue(inputs.givenInputs);
  const sums = useMemo(() => answer.rows.map(shopRow), [answer.rows]);
  const values = useMemo(() => ({ ...defaults, ...inputValues }), [defaults, inputValues]);
  const { rows, total } = useMemo(() => ownReport(sums, values), [sums, values]);
  const columns = useMemo(
    () =>
      ownColumns({
        orders: (row) => <RowOrders of={row} state={state} range={range} />,
        addOns: ({ row, figures }) => (
          <AddOnsFigure row={row} withGroups={false}>
            <Money value={toDollars(figures.addOnRetail)} />
          </AddOnsFigure>
        ),
      }),
    [state, range],
  );
  const unpricedCount = answer.rows.reduce((all, row) => all + row.unpriced, 0);
  return (
    <>
      <LeftOutOfTop answer={answer} state={state} />
      <ReportTable
        name="top-orders-shop"
        label="Top orders"
        columns={columns}
        rows={rows}
        preview={topPreview}
        totals={ownTotals(rows, total)}
      />
      <p className="muted">
        Boxes use today&apos;s catalogue retail prices. Add-ons use the prices they were sold at.
        {unpricedCount > 0 &&
          ` No box retail, because the shed is not in the catalogue: ${countHeading(unpricedCount, 'order')}.`}
      </p>
    </>
  );
}
