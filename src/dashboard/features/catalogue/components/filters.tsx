import { ChoiceFilter } from '../../../components/shared/list/choice-filter.js';
import { useApi } from '../../../lib/server/use-api.js';

interface FilterProps {
  /** The id chosen; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Narrows a list to a shed category. */
export function ShedCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/shed/category', {});
  return <ChoiceFilter {...filter} label="Shed Category" all="All shed categories" choices={data?.items} />;
}

/** Narrows a list to a component category. */
export function ComponentCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/component/category/', {});
  return <ChoiceFilter {...filter} label="Category" all="All categories" choices={data?.items} />;
}
