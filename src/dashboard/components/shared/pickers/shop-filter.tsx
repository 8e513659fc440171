import { useApi } from '../../../lib/server/use-api.js';
import { ChoiceFilter } from '../list/filters/choice-chip.js';

interface ShopFilterProps {
  /** The ID of a shop; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The label for no shop, if that has a meaning: `Standard values`. */
  readonly none?: string;
}

/** Filters a company screen by shop. */
export function ShopFilter(props: ShopFilterProps) {
  const { data } = useApi('GET /api/shop', {});
  return <ChoiceFilter {...props} label="Shop" recent="shops" choices={data?.items} />;
}
