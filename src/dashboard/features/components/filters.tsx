import { useApi } from '../../lib/use-api.js';

interface FilterProps {
  /** The id chosen; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

interface ChoiceProps extends FilterProps {
  readonly label: string;
  readonly all: string;
  readonly choices: readonly { readonly _id: string; readonly name: string }[] | undefined;
}

const Choice = ({ label, all, choices, value, onChange }: ChoiceProps) => (
  <label className="shop-filter">
    {label}
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {choices?.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

/** Narrows a list to a shed category. */
export function ShedCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/shed/category', {});
  return <Choice {...filter} label="Shed Category" all="All shed categories" choices={data?.items} />;
}

/** Narrows a list to a component category. */
export function ComponentCategoryFilter(filter: FilterProps) {
  const { data } = useApi('GET /api/component/category/', {});
  return <Choice {...filter} label="Category" all="All categories" choices={data?.items} />;
}
