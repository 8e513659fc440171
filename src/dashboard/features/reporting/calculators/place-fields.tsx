import { useEffect, useId, useRef } from 'react';
import { Select } from '../../../components/ui/form/inputs/select.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { Calculator } from './use-calculator.js';

interface RecordProps {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly choices: readonly { readonly _id: string; readonly name: string }[] | undefined;
  readonly failed: boolean;
  /** The kind of records. */
  readonly recent: string;
  readonly off?: string | null;
  readonly onChange: (id: string) => void;
}

function RecordField({ label, choices = [], failed, off = null, ...select }: RecordProps) {
  const id = useId();
  const note = failed ? 'Could not load the choices. Reload the page.' : off;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select
        {...select}
        id={id}
        label={label}
        options={choices.map(({ _id, name }) => ({ value: _id, label: name }))}
        disabled={off !== null}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note && (
        <p id={`${id}-note`} className={failed ? 'error' : 'muted'}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Preselects a shop's default category if none is chosen: once per shop, so that it can be changed. */
export function useDefaultCategory({ filters, put }: Calculator, shop: StartingShop | undefined) {
  const appliedId = useRef<string | null>(null);
  const { category, model } = filters;
  const id = shop?._id ?? null;
  const start = shop?.defaultCategory?._id ?? '';
  useEffect(() => {
    if (id === null || appliedId.current === id) return;
    appliedId.current = id;
    if (category === '' && model === '' && start !== '') put({ category: start });
  }, [id, start, category, model, put]);
}

interface StartingShop {
  readonly _id: string;
  readonly defaultCategory: { readonly _id: string } | null;
}

/** The shop that the company calculates for. */
export function ShopField({ calculator: { filters, put } }: { calculator: Calculator }) {
  const { data, error } = useApi('GET /api/shop', {});
  return (
    <RecordField
      label="Shop"
      recent="shops"
      none="Choose a shop"
      value={filters.shop}
      choices={data?.items}
      failed={error !== undefined}
      onChange={(shop) => put({ shop })}
    />
  );
}

const orderTypes = [
  { value: 'INV', label: 'Inventory' },
  { value: 'NB', label: 'New build' },
] as const;

/** The model to calculate, once its category is chosen, and the order type whose percents to use. */
export function ModelFields({ calculator: { filters, put } }: { calculator: Calculator }) {
  const { category } = filters;
  const categories = useApi('GET /api/shed/category', { size: 500 });
  const models = useApi('GET /api/shed/model/:id', category ? { id: category, size: 500 } : null);
  const type = useId();
  return (
    <>
      <RecordField
        label="Category"
        recent="shed-categories"
        none="Choose a category"
        value={category}
        choices={categories.data?.items}
        failed={categories.error !== undefined}
        onChange={(category) => put({ category, model: '' })}
      />
      <RecordField
        label="Model"
        recent="models"
        none="Choose a model"
        value={filters.model}
        choices={category ? models.data?.items.filter(({ shedCategory }) => shedCategory._id === category) : []}
        failed={category !== '' && models.error !== undefined}
        off={category ? null : 'Choose a category first.'}
        onChange={(model) => put({ model })}
      />
      <div className="field">
        <label htmlFor={type}>Order type</label>
        <Select
          id={type}
          label="Order type"
          options={orderTypes}
          value={filters.type}
          onChange={(type) => put({ type })}
        />
      </div>
    </>
  );
}
