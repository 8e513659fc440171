import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { useApi } from '../../../lib/server/use-api.js';

interface FilterProps {
  /** The chosen ID; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Filters a list by shed category. */
export function ShedCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/shed/category', {});
  return <ChoiceFilter {...filter} label="Shed Category" choices={data?.items} />;
}

/** Filters a list by component category. */
export function ComponentCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/component/category/', {});
  return <ChoiceFilter {...filter} label="Category" choices={data?.items} />;
}
