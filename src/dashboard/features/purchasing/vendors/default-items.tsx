import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import type { Choice } from '../../../components/ui/form/combobox/choices.js';
import { NumberField } from '../../../components/ui/form/fields.js';
import { Select } from '../../../components/ui/form/inputs/select.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { Section } from '../../../components/ui/section.js';
import { unitPrice } from '../../../lib/format.js';
import { useSession } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { ItemOfVendor, Vendor } from '../vendor-words.js';
import { useFieldNamed } from '../../../components/ui/form/use-value.js';

type DefaultItem = Pick<Vendor['defaultItems'][number], '_id' | 'name' | 'category' | 'total'>;

/** The items of the user's shop by its names: the choices, and the names of the chosen IDs. */
export interface ShopItems {
  readonly choices: readonly DefaultItem[];
  readonly of: (id: string) => DefaultItem | undefined;
  readonly getName: (id: string) => string;
}

/** The items of the user's shop; `defaultItems` are used while they load. */
export function useShopItems(defaultItems: readonly DefaultItem[]): ShopItems {
  const { me } = useSession();
  const shopId = me?.shop?._id;
  const query = useApi('GET /api/item/shop/all/:shopId', shopId ? { shopId } : null);
  const choices: readonly DefaultItem[] = query.data?.items ?? [];
  const byId = new Map([...defaultItems, ...choices].map((item) => [item._id, item]));
  return { choices, of: (id) => byId.get(id), getName: (id) => byId.get(id)?.name ?? 'an item' };
}

interface DefaultItemsProps {
  readonly items: ShopItems;
  readonly readOnly: boolean;
}

/** A vendor's default items: added one by one or by category, and removable. */
export function DefaultItems({ items, readOnly }: DefaultItemsProps) {
  const { value: selection, onChange } = useFieldNamed<readonly ItemOfVendor[]>('defaultItems');
  const rows = selection.map(({ _id: id }, n) => {
    const item = items.of(id);
    return {
      key: id,
      cells: [
        items.getName(id),
        item?.category.name,
        unitPrice(item?.total),
        <NumberField
          key="pack"
          name={`defaultItems.${n}.pack`}
          label={`Pack size of ${items.getName(id)}`}
          className="field-bare"
          placeholder="Any"
          min={0.0001}
          step={1}
          readOnly={readOnly}
        />,
      ],
      ...(readOnly
        ? {}
        : {
            actions: (
              <Button
                aria-label={`Remove ${items.getName(id)}`}
                onClick={() => onChange(selection.filter((one) => one._id !== id))}
              >
                Remove
              </Button>
            ),
          }),
    };
  });
  const add = (ids: readonly string[]) => onChange([...selection, ...ids.map((_id) => ({ _id, pack: null }))]);
  return (
    <Section title={`Default Items${selection.length > 0 ? ` (${selection.length})` : ''}`}>
      {!readOnly && (
        <Picker choices={items.choices} chosenItems={new Set(selection.map(({ _id }) => _id))} onAdd={add} />
      )}
      {rows.length === 0 ? (
        <p className="muted">No default items yet.</p>
      ) : (
        <PlainTable label="Default items" columns={columns} rows={rows} />
      )}
    </Section>
  );
}

const columns = [
  { header: 'Item' },
  { header: 'Category' },
  { header: 'Total', align: 'right' },
  { header: 'Pack size', align: 'right' },
] as const;

interface PickerProps {
  readonly choices: readonly DefaultItem[];
  readonly chosenItems: ReadonlySet<string>;
  readonly onAdd: (ids: readonly string[]) => void;
}

/** Adds items to those already chosen. */
function Picker({ choices, chosenItems, onAdd }: PickerProps) {
  const [category, setCategory] = useState('');
  const [item, setItem] = useState('');
  const categories = [...new Map(choices.map((one) => [one.category._id, one.category.name]))].map(
    ([value, label]) => ({ value, label }),
  );
  const within = choices.filter((one) => category === '' || one.category._id === category);
  const unusedItems = within.filter(({ _id }) => !chosenItems.has(_id));
  const isOpen = unusedItems.some(({ _id }) => _id === item);
  return (
    <div className="lines-row">
      <ChoiceField
        label="Item category"
        value={category}
        none="All categories"
        recent="item-categories"
        options={categories}
        onChange={setCategory}
      />
      <Button
        icon="plus"
        disabledReason={
          category === ''
            ? 'Choose a category first.'
            : unusedItems.length === 0
              ? 'All items of this category are already added.'
              : null
        }
        onClick={() => onAdd(unusedItems.map(({ _id }) => _id))}
      >
        Add whole category
      </Button>
      <ChoiceField
        label="Item"
        value={isOpen ? item : ''}
        none="Choose an item"
        recent="items"
        options={unusedItems.map(({ _id, name, category: { name: detail }, total }) => ({
          ...{ value: _id, label: name, detail },
          figure: unitPrice(total),
        }))}
        onChange={setItem}
      />
      <Button icon="plus" disabledReason={isOpen ? null : 'Choose an item first.'} onClick={() => onAdd([item])}>
        Add Item
      </Button>
    </div>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  /** The label for no choice. */
  readonly none: string;
  readonly options: readonly Choice[];
  /** The kind of records. */
  readonly recent: string;
  readonly onChange: (id: string) => void;
}

function ChoiceField({ label, ...select }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select {...select} id={id} label={label} />
    </div>
  );
}
