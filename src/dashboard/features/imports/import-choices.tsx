import { useId } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { LabeledSelect } from '../../components/ui/form/inputs/labeled-select.js';
import { ShopSelect } from '../../components/shared/pickers/shop-select.js';
import { type ImportChoices, importKinds, type KindName } from '../../lib/import-kinds.js';
import { type ApiState, useApi } from '../../lib/server/use-api.js';
import { useSide } from '../../lib/use-side.js';
import styles from './imports.module.css';
import { toEntries } from '../../../domain/kernel/objects.js';

interface ChoicesProps {
  readonly kind: KindName;
  /** The problem with the chosen shops. */
  readonly problem: string | null;
}

/** The choices besides the file, stored in the address. A shop's users import for their own shop. */
export function ImportChoicesFields({ kind, problem }: ChoicesProps) {
  const { takes } = importKinds[kind];
  const side = useSide();
  const query = new URLSearchParams(useSearch());
  const getChoice = (name: keyof ImportChoices) => query.get(name) ?? '';
  return (
    <>
      <div className={`row ${styles['import-choices']}`}>
        {side === 'company' && takes.includes('shop') && (
          <ShopSelect value={getChoice('shop')} none="Standard values" onChange={(shop) => saveChoices({ shop })} />
        )}
        {kind === 'addons' && (
          <AddOnCategoryChoice value={getChoice('category')} onChange={(category) => saveChoices({ category })} />
        )}
        {takes.includes('duplicates') && (
          <DuplicatesChoice value={getChoice('duplicates')} onChange={(duplicates) => saveChoices({ duplicates })} />
        )}
        {takes.includes('model') && (
          <PlaceChoices
            category={getChoice('category')}
            model={getChoice('model')}
            onChange={(category, model) => saveChoices({ category, model })}
          />
        )}
      </div>
      {side === 'company' && takes.includes('shops') && (
        <ShopsChoice
          chosenShops={getChoice('shops').split(',').filter(Boolean)}
          problem={problem}
          onChange={(shops) => saveChoices({ shops: shops.join(',') })}
        />
      )}
    </>
  );
}

/** Stores the choices in the address. */
function saveChoices(choices: ImportChoices): void {
  const query = new URLSearchParams(window.location.search);
  for (const [name, value] of toEntries(choices))
    if (value) query.set(name, value);
    else query.delete(name);
  navigate(`${window.location.pathname}?${query.toString()}`, { replace: true });
}

/** What to do with orders whose serial number already exists. */
const DuplicatesChoice = (choice: { value: string; onChange: (value: string) => void }) => (
  <LabeledSelect {...choice} label="Existing serial numbers" none="Keep the existing order" options={duplicates} />
);

const duplicates = [
  { value: 'replace', label: 'Replace the existing order' },
  { value: 'keep', label: 'Add a second order' },
] as const;

interface ChoiceProps {
  readonly label: string;
  /** The label for no choice. */
  readonly none: string;
  /** The kind of records. */
  readonly recent: string;
  readonly value: string;
  readonly choices: ApiState<{ readonly items: readonly { readonly _id: string; readonly name: string }[] }>;
  readonly onChange: (id: string) => void;
}

const toOptions = (items: readonly { readonly _id: string; readonly name: string }[]) =>
  items.map(({ _id, name }) => ({ value: _id, label: name }));

const Choice = ({ none, choices, ...select }: ChoiceProps) => (
  <LabeledSelect
    {...select}
    none={none}
    options={toOptions(choices.data?.items ?? [])}
    empty={choices.error && 'Could not load the choices. Reload the page.'}
  />
);

interface PlaceProps {
  readonly category: string;
  readonly model: string;
  readonly onChange: (category: string, model: string) => void;
}

/** The category used to look up the file's models. */
function PlaceChoices({ category, model, onChange }: PlaceProps) {
  const categories = useApi('GET /api/shed/category', {});
  const models = useApi('GET /api/shed/model/', {});
  const items = models.data?.items.filter((one) => !category || one.shedCategory._id === category) ?? [];
  return (
    <>
      <Choice
        label="Shed category"
        none="All shed categories"
        recent="shed-categories"
        value={category}
        choices={categories}
        onChange={(id) => onChange(id, '')}
      />
      <Choice
        label="Model"
        none="From the file"
        recent="models"
        value={model}
        choices={{ ...models, data: { items } }}
        onChange={(id) => onChange(category, id)}
      />
    </>
  );
}

/** The category for add-ons that have none in the file. */
function AddOnCategoryChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const choices = useApi('GET /api/addon/category/all', {});
  return (
    <Choice label="Add-on category" none="From the file" recent="addon-categories" {...{ value, choices, onChange }} />
  );
}

interface ShopsProps {
  readonly chosenShops: readonly string[];
  readonly problem: string | null;
  readonly onChange: (shops: readonly string[]) => void;
}

/** The shops that get the values: some, or all. */
function ShopsChoice({ chosenShops, problem, onChange }: ShopsProps) {
  const id = useId();
  const { data, error } = useApi('GET /api/shop', {});
  const all = data?.items ?? [];
  const isAll = all.length > 0 && all.every(({ _id }) => chosenShops.includes(_id));
  const toggle = (shop: string) =>
    onChange(chosenShops.includes(shop) ? chosenShops.filter((one) => one !== shop) : [...chosenShops, shop]);
  return (
    <fieldset className={`field check-list ${styles['import-shops']}`} aria-describedby={problem ? id : undefined}>
      <legend>Shops to update (at least one)</legend>
      {error && <p className="error">Could not load shops: {error.msg}</p>}
      <label>
        <input type="checkbox" checked={isAll} onChange={() => onChange(isAll ? [] : all.map(({ _id }) => _id))} /> All
        shops
      </label>
      {all.map(({ _id, name }) => (
        <label key={_id}>
          <input type="checkbox" checked={chosenShops.includes(_id)} onChange={() => toggle(_id)} /> {name}
        </label>
      ))}
      {problem && (
        <p id={id} className="error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
