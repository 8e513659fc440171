import { useApi } from '../../../lib/server/use-api.js';
import styles from './shop-filter.module.css';

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
export function ShopFilter({ value, onChange, all = 'All shops', wide = false }: ShopFilterProps) {
  const { data, error } = useApi('GET /api/shop', {});
  return (
    <label className={wide ? `${styles['shop-filter']} ${styles['shop-filter-wide']}` : styles['shop-filter']}>
      Shop
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {error && <option disabled>Could not load shops</option>}
        {data?.items.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
