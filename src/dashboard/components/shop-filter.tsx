import { useApi } from '../lib/use-api.js';

interface ShopFilterProps {
  /** The id of a shop; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Narrows a company list to one shop. */
export function ShopFilter({ value, onChange }: ShopFilterProps) {
  const { data, error } = useApi('GET /api/shop', {});
  return (
    <label>
      Shop{' '}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">All shops</option>
        {error && <option disabled>The shops could not be loaded</option>}
        {data?.items.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
