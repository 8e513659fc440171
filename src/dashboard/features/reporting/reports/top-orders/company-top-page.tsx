import { useDeferredValue, useMemo } from 'react';
import { toDollars } from '../../../../../domain/kernel/cents.js';
import { officeInputNames, officeReport } from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { Money } from '../../../../components/shared/money.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { ReportTable } from '../report-table.js';
import { useReportFilter, type ReportFilterState } from '../use-report-filter.js';
import { AddOnsFigure } from './add-ons-dialog.js';
import { OptimizerSection } from './optimizer-section.js';
import { officeColumns, officeTotals, topPreview } from './top-columns.js';
import { LeftOutOfTop, RowOrders, TopPage } from './top-page.js';
import { officeRow, type OfficeAnswer } from './top-rows.js';
import { type TopInputs, useTopInputs } from './use-top-inputs.js';

const defaultFilter = { range: 'previous-quarter', orderDate: 'dateOrdered' } as const;
const fields = ['orderDate', 'orderType', 'buildingStages', 'invoiceStatus', 'shops', 'categories', 'models'] as const;
const groups = [
  { title: 'Shop percents', names: ['small', 'large', 'overhead'] },
  { title: 'Prices', names: ['boxChange', 'addOnChange'] },
  { title: 'Add-on shop percents', names: ['doubleShopDoor', 'window', 'walkthrough', 'garage', 'other'] },
  { title: 'Company', names: ['dealerCommission', 'salesRepCommission', 'companyOverhead'] },
  { title: 'Optimizer', names: ['desiredGp'] },
] as const;

/** P9: the sheds with the highest gross profit at trial percents, and the percents that reach a target. */
export function CompanyTopPage() {
  const state = useReportFilter(defaultFilter);
  const query = useApi('POST /api/orders/top/report', state.input);
  const inputs = useTopInputs(officeInputNames);
  return (
    <TopPage title="Top 100 orders GP report" {...{ state, fields, query, inputs, groups }}>
      {(answer) => <Results answer={answer} inputs={inputs} state={state} />}
    </TopPage>
  );
}

interface ResultsProps {
  readonly answer: OfficeAnswer;
  readonly inputs: TopInputs;
  readonly state: ReportFilterState;
}

function Results({ answer, inputs, state }: ResultsProps) {
  const { defaults, range } = answer;
  const inputValues = useDeferredValue(inputs.givenInputs);
  const sums = useMemo(() => answer.rows.map(officeRow), [answer.rows]);
  const values = useMemo(() => ({ ...defaults, ...inputValues }), [defaults, inputValues]);
  const { rows, total } = useMemo(() => officeReport(sums, values), [sums, values]);
  const columns = useMemo(
    () =>
      officeColumns({
        orders: (row) => <RowOrders of={row} state={state} range={range} />,
        addOns: ({ row, figures }) => (
          <AddOnsFigure row={row} withGroups>
            <Money value={toDollars(figures.addOnRetail)} />
          </AddOnsFigure>
        ),
      }),
    [state, range],
  );
  return (
    <>
      <LeftOutOfTop answer={answer} state={state} />
      <ReportTable
        name="top-orders-company"
        label="Top orders"
        columns={columns}
        rows={rows}
        preview={topPreview}
        totals={officeTotals(rows, total)}
      />
      <OptimizerSection rows={sums} values={values} inputs={inputs} />
    </>
  );
}
