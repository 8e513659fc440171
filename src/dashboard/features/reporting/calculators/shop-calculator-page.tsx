import { useMemo } from 'react';
import { usualPercents } from '../../../../domain/reporting/calculators/usual-inputs.js';
import { dollarsToCents } from '../../../../domain/pricing/exact.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { Facts } from '../../../components/ui/facts.js';
import { download, type Output } from '../../../lib/server/api.js';
import { percent } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useSettled } from '../../../lib/use-settled.js';
import { CalculatorPage } from './calculator-page.js';
import { InputGroup } from '../input-group.js';
import { LARGE, SMALL, whosePercents } from './labels.js';
import { PercentInput } from './percent-input.js';
import { ModelFields, useDefaultCategory } from './place-fields.js';
import { PricesChart } from './prices-chart.js';
import { PriceOptions, targetOff } from './price-options.js';
import { type ShopResultRow, shopColumns } from './result-columns.js';
import { toRequestInputs, type Calculator, useCalculator } from './use-calculator.js';

type Answer = Output<'GET /api/calculator/shop/:model'>;
const SETTLE_MS = 200;

/** What the shop earns on its sheds, at current prices and at target prices. */
export function ShopCalculatorPage() {
  const calculator = useCalculator();
  const { list, inputs, filters } = calculator;
  const { model } = filters;
  const settledInputs = useSettled(inputs, SETTLE_MS);
  const query = useApi('GET /api/calculator/shop/:model', model ? { ...toRequestInputs(settledInputs), model } : null);
  const setup = model ? query.data : undefined;
  const { data: ownShop } = useApi('GET /api/shop/current', {});
  useDefaultCategory(calculator, ownShop);
  const rows = useMemo(() => setup?.items.map(toRow) ?? [], [setup]);
  return (
    <CalculatorPage
      title="Shop gross-profit calculator"
      calculator={calculator}
      inputs={<Inputs calculator={calculator} setup={setup} />}
    >
      {model ? (
        <>
          <PricesChart rows={rows} />
          <DataList
            name="shop-calculator"
            label="Sheds by size"
            columns={shopColumns(rows)}
            query={{ ...query, data: setup && { items: rows, total: rows.length } }}
            list={list}
            onExport={(format) =>
              download('GET /api/calculator/shop/:model/export', { ...toRequestInputs(inputs), model, format })
            }
            narrowed={false}
            empty="This model has no sheds yet."
          />
        </>
      ) : (
        <EmptyState text="Choose a category and a model to see its sheds." icon="chart" />
      )}
    </CalculatorPage>
  );
}

function toRow({ suggestion, current, suggested, ...shed }: Answer['items'][number]): ShopResultRow {
  const { price, why } = suggestion;
  return {
    _id: shed._id,
    shed: { ...shed, retailPrice: dollarsToCents(shed.retailPrice) },
    suggestion: price === null ? { price, why: why ?? 'no-target' } : { price: dollarsToCents(price), why: null },
    current: current && inCents(current),
    suggested: suggested && inCents(suggested),
  };
}

const inCents = ({ revenue, grossProfit, percent }: NonNullable<Answer['items'][number]['current']>) => ({
  revenue: dollarsToCents(revenue),
  grossProfit: dollarsToCents(grossProfit),
  percent,
});

const Inputs = ({ calculator, setup }: { calculator: Calculator; setup: Answer | undefined }) => (
  <>
    <InputGroup title="Category and model">
      <ModelFields calculator={calculator} />
    </InputGroup>
    {setup && <CurrentSetup setup={setup} type={calculator.inputs.type} />}
    <InputGroup title="Projected percentages">
      <PercentInput calculator={calculator} name="small" label={SMALL} otherwise={usualPercents.small} />
      <PercentInput calculator={calculator} name="large" label={LARGE} otherwise={usualPercents.large} />
    </InputGroup>
    <InputGroup title="Gross profit">
      <PercentInput
        calculator={calculator}
        name="gp"
        label="Desired GP"
        off={targetOff(calculator)}
        hint="Percent of the shop's share of the retail price."
      />
    </InputGroup>
    <InputGroup title="Discount options">
      <PriceOptions calculator={calculator} hundred="100% for the company" />
    </InputGroup>
  </>
);

function CurrentSetup({ setup, type }: { setup: Answer; type: 'INV' | 'NB' }) {
  const { eightTenTwelve, fourteenSixteen } = setup.percents[type];
  const facts = [
    [SMALL, eightTenTwelve],
    [LARGE, fourteenSixteen],
    ['Overhead', setup.overhead],
  ] as const;
  return (
    <InputGroup title="Current percentages">
      <p className="muted">{whosePercents('shop', setup)}</p>
      <Facts facts={facts.map(([name, value]) => [name, value === null ? 'same as company' : percent(value)])} />
    </InputGroup>
  );
}
