import { useApi } from '../../../lib/server/use-api.js';
import { ChoiceFilter } from '../list/choice-filter.js';

interface ShopFilterProps {
  /** The ID of a shop; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The label for all shops. */
  readonly all?: string;
  /** As wide as on the home screen: 400 pixels. */
  readonly wide?: boolean;
}

/** Filters a company screen by shop. */
export function ShopFilter({ all = 'All shops', ...filter }: ShopFilterProps) {
  const { data, error } = useApi('GET /api/shop', {});
  return (
    <ChoiceFilter
      {...filter}
      label="Shop"
      all={all}
      recent="shops"
      choices={data?.items}
      empty={error ? 'Could not load shops' : undefined}
    />
  );
}
