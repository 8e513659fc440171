import { orderDateLabels, rangeLabels } from '../../../../../domain/reporting/reports/rules.js';
import { Icon } from '../../../../components/ui/icon.js';
import { day } from '../../../../lib/format.js';
import type { FilterChoice } from '../multi-filter.js';
import type { ReportFilterValues } from '../report-filter.js';
import type { ReportFilterState } from '../use-report-filter.js';
import styles from './profit.module.css';

interface Tag {
  readonly text: string;
  /** The filter without this tag; null if it cannot be removed. */
  readonly without: Partial<ReportFilterValues> | null;
}

interface TagsProps {
  readonly state: ReportFilterState;
  readonly models: readonly FilterChoice[] | undefined;
}

/** The active filters; all can be removed except date range and date type, which always have a value. */
export const ProfitFilterTags = ({ state, models }: TagsProps) => (
  <ul className={styles['filter-tags']} aria-label="Active filters">
    {toTags(state, models).map(({ text, without }) => (
      <li key={text} className="tag">
        <span>{text}</span>
        {without && (
          <button type="button" aria-label={`Remove filter ${text}`} onClick={() => state.set(without)}>
            <Icon name="close" size={14} />
          </button>
        )}
      </li>
    ))}
  </ul>
);

function toTags({ values, usual }: ReportFilterState, models: readonly FilterChoice[] | undefined): Tag[] {
  const { dates, range, orderDate } = values;
  const isUsualRange = !dates && range === usual.range;
  const each = (field: 'orderType' | 'buildingStages' | 'models', format: (value: string) => string): Tag[] =>
    values[field].map((value) => ({
      text: format(value),
      without: { [field]: values[field].filter((other) => other !== value) },
    }));
  return [
    {
      text: dates ? `${day(dates[0])} – ${day(dates[1])}` : rangeLabels[range],
      without: isUsualRange ? null : { range: usual.range, dates: null },
    },
    {
      text: orderDateLabels[orderDate],
      without: orderDate === usual.orderDate ? null : { orderDate: usual.orderDate },
    },
    ...each('orderType', (type) => `Type: ${type}`),
    ...each('buildingStages', (status) => `Status: ${status}`),
    ...each('models', (id) => `Model: ${models?.find(({ value }) => value === id)?.label ?? '…'}`),
  ];
}
