import { type ReactNode, useState } from 'react';
import { openStatuses } from '../../../../../domain/kernel/order/status.js';
import type { InputName } from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { Button } from '../../../../components/ui/button.js';
import { count } from '../../../../lib/format.js';
import type { ApiState } from '../../../../lib/server/use-api.js';
import { PHONE, useMedia } from '../../../../lib/use-media.js';
import { usePrinting } from '../../../../lib/use-printing.js';
import { InputGroup } from '../../input-group.js';
import { LeftOutOrders, OrdersFigure } from '../orders-figure.js';
import { ReportFilters, type ReportField } from '../report-filters.js';
import { ReportPage } from '../report-page.js';
import type { ReportFilterState } from '../use-report-filter.js';
import { InputField } from './input-field.js';
import { type AnyRow, getModel, formatName, type OfficeAnswer, type ShopAnswer, type SummedRow } from './top-rows.js';
import type { TopInputs } from './use-top-inputs.js';
import layout from '../../calculator.module.css';
import styles from './top-orders.module.css';

type Answer = OfficeAnswer | ShopAnswer;

interface TopPageProps<A extends Answer> {
  readonly title: string;
  readonly state: ReportFilterState;
  readonly fields: readonly ReportField[];
  readonly query: ApiState<A>;
  readonly inputs: TopInputs;
  /** The inputs with their headings. */
  readonly groups: readonly { readonly title: string; readonly names: readonly InputName[] }[];
  readonly children: (answer: A) => ReactNode;
}

/** A side's top 100: filters above, inputs on the left, results next to them. */
export function TopPage<A extends Answer>(props: TopPageProps<A>) {
  const { title, state, fields, query, inputs, groups, children } = props;
  const [resets, setResets] = useState(0);
  const reset = () => {
    inputs.reset();
    setResets(resets + 1);
  };
  return (
    <ReportPage
      title={title}
      report="top-orders"
      filter={{ ...state.input, inputs: inputs.givenInputs }}
      filters={<ReportFilters state={state} fields={fields} answerRange={query.data?.range} />}
      query={query}
      rows={({ rows, leftOut }) => rows.length + leftOut}
      about={({ range }) => range.words}
      empty="No results. Try fewer filters."
    >
      {(answer) => (
        <div className={layout['calculator']}>
          <InputsArea inputs={inputs}>
            <div key={resets} className={layout['calculator-inputs']}>
              {groups.map((group) => (
                <InputGroup key={group.title} title={group.title}>
                  {group.names.map((name) => (
                    <InputField key={name} name={name} inputs={inputs} defaults={answer.defaults} />
                  ))}
                </InputGroup>
              ))}
              <Button icon="refresh" onClick={reset}>
                Reset inputs
              </Button>
            </div>
          </InputsArea>
          <div className={styles['top-results']}>{children(answer)}</div>
        </div>
      )}
    </ReportPage>
  );
}

/** The inputs; closed on a phone, so that the rows are in the first screen. */
function InputsArea({ inputs: { givenInputs }, children }: { inputs: TopInputs; children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  const isPrinting = usePrinting();
  if (!isPhone || isPrinting) return children;
  const changedCount = Object.keys(givenInputs).length;
  return (
    <details className={styles['top-inputs']}>
      <summary>
        Inputs
        {changedCount > 0 && <span className="muted"> {count(changedCount)} changed</span>}
      </summary>
      {children}
    </details>
  );
}

/** All statuses but New and Canceled: the report's default. */
const countedStatuses = [...openStatuses, 'Invoiced'];

interface RowOrdersProps {
  readonly of: SummedRow<AnyRow>;
  readonly state: ReportFilterState;
  readonly range: Answer['range'];
}

/** The orders included in the report. */
const countedOrders = (input: ReportFilterState['input'], { from, to }: Answer['range']) => {
  const dates: [string, string] = [from, to];
  return {
    ...input,
    buildingStages: input.buildingStages.length > 0 ? input.buildingStages : countedStatuses,
    dates,
  };
};

/** The line with the number of orders not in any row; it links to them. */
export const LeftOutOfTop = ({ answer, state }: { answer: Answer; state: ReportFilterState }) => (
  <LeftOutOrders orders={answer.leftOut} filter={countedOrders(state.input, answer.range)} />
);

/** A row's number of orders; links to them. */
export function RowOrders({ of: { row }, state: { input }, range }: RowOrdersProps) {
  const { width, length } = row.shed;
  const filter = { ...countedOrders(input, range), model: getModel(row), width, length, cost: 'known' as const };
  return (
    <OrdersFigure title={`Orders of ${formatName(row)}`} filter={filter}>
      {count(row.count)}
    </OrdersFigure>
  );
}
