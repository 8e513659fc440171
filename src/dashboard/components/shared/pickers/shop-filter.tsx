import { useApi } from '../../../lib/server/use-api.js';
import styles from './shop-filter.module.css';

interface ShopFilterProps {
  /** The id of a shop; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The word for all of them. */
  readonly all?: string;
  /** As wide as on the dashboard: 400 pixels. */
  readonly wide?: boolean;
}

/** Narrows a screen of the company to one shop. */
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
