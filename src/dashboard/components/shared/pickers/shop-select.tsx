import { useApi } from '../../../lib/server/use-api.js';
import { LabeledSelect } from '../../ui/form/inputs/labeled-select.js';

interface ShopSelectProps {
  /** The ID of a shop; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The label for no shop. */
  readonly none: string;
}

/** A field to choose a shop in a form or dialog. */
export function ShopSelect(props: ShopSelectProps) {
  const { data, error } = useApi('GET /api/shop', {});
  return (
    <LabeledSelect
      {...props}
      label="Shop"
      recent="shops"
      options={(data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      empty={error ? 'Could not load shops' : undefined}
    />
  );
}
