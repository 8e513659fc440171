import { useApi } from '../../../lib/server/use-api.js';
import { ChoiceFilter } from '../list/filters/choice-chip.js';

interface ShopFilterProps {
  /** The ID of a shop; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** What is shown without a shop, where that is a choice too: `Standard values`. */
  readonly none?: string;
}

/** Filters a company screen by shop. */
export function ShopFilter(props: ShopFilterProps) {
  const { data } = useApi('GET /api/shop', {});
  return <ChoiceFilter {...props} label="Shop" choices={data?.items} />;
}
