import { ChoiceFilter } from '../../../components/shared/list/choice-filter.js';
import { useApi } from '../../../lib/server/use-api.js';

interface FilterProps {
  /** The chosen ID; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Filters a list by shed category. */
export function ShedCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/shed/category', {});
  return (
    <ChoiceFilter
      {...filter}
      label="Shed Category"
      all="All shed categories"
      recent="shed-categories"
      choices={data?.items}
    />
  );
}

/** Filters a list by component category. */
export function ComponentCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/component/category/', {});
  return (
    <ChoiceFilter
      {...filter}
      label="Category"
      all="All categories"
      recent="component-categories"
      choices={data?.items}
    />
  );
}
