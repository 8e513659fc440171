import { ChoiceFilter, SeveralFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DayRangeFilter } from '../../../components/shared/list/filters/day-chip.js';
import { ToggleFilter } from '../../../components/shared/list/filters/toggle-chip.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { useOrderList } from '../use-order-list.js';

type List = ReturnType<typeof useOrderList>['list'];

/** Filters a list of orders by model, order date and delivery; for the office also by shop and alerts. */
export function OrderFilters({ list, isOffice }: { list: List; isOffice: boolean }) {
  const { filters } = list;
  const shops = useApi('GET /api/shop', isOffice ? {} : null);
  const models = useApi('GET /api/shed/model/', { size: 500 });
  const setFilters = (change: Partial<List['filters']>) => list.set({ filters: { ...filters, ...change } });
  return (
    <>
      {isOffice && (
        <ChoiceFilter
          label="Shop"
          recent="shops"
          choices={shops.data?.items}
          value={filters.shop}
          onChange={(shop) => setFilters({ shop })}
        />
      )}
      <SeveralFilter
        label="Model"
        choices={models.data?.items}
        value={filters.model.split(',').filter(Boolean)}
        onChange={(ids) => setFilters({ model: ids.join(',') })}
      />
      <DayRangeFilter
        label="Ordered"
        value={{ from: filters.orderedFrom, to: filters.orderedTo }}
        onChange={({ from, to }) => setFilters({ orderedFrom: from, orderedTo: to })}
      />
      <DayRangeFilter
        label="Delivery"
        value={{ from: filters.deliveryFrom, to: filters.deliveryTo }}
        onChange={({ from, to }) => setFilters({ deliveryFrom: from, deliveryTo: to, late: '' })}
        instead={{
          label: 'Late',
          pressed: filters.late !== '',
          onPressed: (on) => setFilters({ deliveryFrom: '', deliveryTo: '', late: on ? 'true' : '' }),
        }}
      />
      {isOffice && (
        <ToggleFilter
          label="Only with alerts"
          pressed={filters.alerts !== ''}
          onPressed={(on) => setFilters({ alerts: on ? 'true' : '' })}
        />
      )}
    </>
  );
}
