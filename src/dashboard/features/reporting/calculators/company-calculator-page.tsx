import { useMemo, useState } from 'react';
import { calculatedForCompany, computeShares } from '../../../../domain/reporting/calculators/rules.js';
import { dollarsToCents } from '../../../../domain/pricing/exact.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { download, type Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { ApplyPrices, explainNotApplied } from './apply-prices.js';
import { CalculatorPage } from './calculator-page.js';
import { InputGroup } from '../input-group.js';
import { LARGE, SMALL, whosePercents } from './labels.js';
import { PercentInput } from './percent-input.js';
import { ModelFields, ShopField, useDefaultCategory } from './place-fields.js';
import { PricesChart } from './prices-chart.js';
import { PriceOptions, targetOff } from './price-options.js';
import { companyColumns, getSize } from './result-columns.js';
import { toRequestInputs, type Calculator, useCalculator } from './use-calculator.js';

type Setup = Output<'GET /api/calculator/company/:shop/:model'>;
const none: ReadonlySet<string> = new Set();

/** What company and shop earn on a shop's sheds, at current prices and at target prices. */
export function CompanyCalculatorPage() {
  const calculator = useCalculator();
  const { list, inputs, filters } = calculator;
  const { shop, model } = filters;
  const isChosen = shop !== '' && model !== '';
  const query = useApi('GET /api/calculator/company/:shop/:model', isChosen ? { shop, model } : null);
  const setup = isChosen ? query.data : undefined;
  const { data: chosenShop } = useApi('GET /api/shop/:id', shop ? { id: shop } : null);
  useDefaultCategory(calculator, chosenShop);
  const rows = useMemo(() => toRows(setup, inputs), [setup, inputs]);
  const mayChange = useCan('prices.change').isAllowed;
  const [selection, setChosen] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: model, ids: none });
  const selectedIds = selection.of === model ? selection.ids : none;
  return (
    <CalculatorPage
      title="Company desired gross-profit calculator"
      calculator={calculator}
      inputs={<Inputs calculator={calculator} setup={setup} />}
      actions={setup && mayChange && <ApplyPrices setup={setup} rows={rows} selected={selectedIds} />}
    >
      {isChosen ? (
        <>
          <PricesChart rows={rows} />
          <DataList
            name="company-calculator"
            label="Sheds by size"
            columns={companyColumns(rows)}
            query={{ ...query, data: setup && { items: rows, total: rows.length } }}
            list={list}
            {...(mayChange
              ? {
                  selection: {
                    selected: selectedIds,
                    onChange: (ids: ReadonlySet<string>) => setChosen({ of: model, ids }),
                    getName: getSize,
                    disabledReason: explainNotApplied,
                  },
                }
              : {})}
            onExport={(format) =>
              download('GET /api/calculator/company/:shop/:model/export', {
                ...toRequestInputs(inputs),
                shop,
                model,
                format,
              })
            }
            narrowed={false}
            empty="This model has no sheds yet."
          />
        </>
      ) : (
        <EmptyState text="Choose a shop, a category and a model to see its sheds." icon="chart" />
      )}
    </CalculatorPage>
  );
}

function toRows(setup: Setup | undefined, inputs: Calculator['inputs']) {
  if (!setup) return [];
  const items = setup.items.map((shed) => ({
    ...shed,
    retailPrice: dollarsToCents(shed.retailPrice),
    standardBoxCost: shed.standardBoxCost === null ? null : dollarsToCents(shed.standardBoxCost),
    haul: dollarsToCents(shed.haul),
    escort: dollarsToCents(shed.escort),
  }));
  return calculatedForCompany({ ...setup, items }, inputs).map((row) => ({ ...row, _id: row.shed._id }));
}

function Inputs({ calculator, setup }: { calculator: Calculator; setup: Setup | undefined }) {
  const defaultShares = setup && computeShares(setup, { type: calculator.inputs.type });
  const off = targetOff(calculator);
  return (
    <>
      <InputGroup title="Shop and model">
        <ShopField calculator={calculator} />
        <ModelFields calculator={calculator} />
      </InputGroup>
      <InputGroup title="Desired gross profit">
        <PercentInput
          calculator={calculator}
          name="gp"
          label="Desired GP"
          off={off}
          hint="Company target. Leave blank to skip."
        />
        <PercentInput
          calculator={calculator}
          name="shopGp"
          label="Desired shop GP"
          off={off}
          hint="Shop target at standard costs. Leave blank to skip."
        />
      </InputGroup>
      <InputGroup title="Price options">
        <PriceOptions calculator={calculator} hundred="100% (company)" />
      </InputGroup>
      {defaultShares && (
        <InputGroup title="Percentages">
          <p className="muted">{whosePercents('company', setup)}</p>
          <PercentInput
            calculator={calculator}
            name="small"
            label={SMALL}
            otherwise={defaultShares.shop.eightTenTwelve}
          />
          <PercentInput
            calculator={calculator}
            name="large"
            label={LARGE}
            otherwise={defaultShares.shop.fourteenSixteen}
          />
          <PercentInput
            calculator={calculator}
            name="dealer"
            label="Dealer commission"
            otherwise={defaultShares.dealerCommission}
          />
          <PercentInput
            calculator={calculator}
            name="rep"
            label="Sales rep commission"
            otherwise={defaultShares.salesRepCommission}
          />
          <PercentInput
            calculator={calculator}
            name="overhead"
            label="Company overhead"
            otherwise={defaultShares.overhead}
          />
          <PercentInput
            calculator={calculator}
            name="shopOverhead"
            label="Shop overhead"
            otherwise={defaultShares.shopOverhead}
          />
        </InputGroup>
      )}
    </>
  );
}
