/** A list's defaults: its sortable fields, initial sort, page size and filter names. */
export interface ListDefaults {
  readonly sorts?: readonly string[];
  readonly sort?: string;
  readonly size: number;
  readonly filters?: Readonly<Record<string, string>>;
}

type SortField<D extends ListDefaults> = D extends { readonly sorts: readonly (infer S extends string)[] } ? S : never;
export type SortOf<D extends ListDefaults> = SortField<D> | `-${SortField<D>}`;
export type FiltersOf<D extends ListDefaults> = D extends { readonly filters: infer F extends object }
  ? { readonly [Name in keyof F]: string }
  : Readonly<Record<never, string>>;

/** The state of a list in the address. */
export interface ListValues<D extends ListDefaults = ListDefaults> {
  readonly search: string;
  readonly sort: SortOf<D> | undefined;
  readonly page: number;
  readonly size: number;
  /** The chosen columns, null for the defaults. */
  readonly columns: readonly string[] | null;
  readonly filters: FiltersOf<D>;
}

const MAX_SIZE = 500;
/** Rows of a page on a phone, where a list has lines instead of a table with its own scrolling. */
const PHONE_SIZE = 25;

/** A list's defaults on a phone: shorter pages. */
export const onPhone = <const D extends ListDefaults>(defaults: D): D => ({
  ...defaults,
  size: Math.min(defaults.size, PHONE_SIZE),
});

/** Parses a list's state from a query string; ignores invalid values. */
export function readList<const D extends ListDefaults>(search: string, defaults: D): ListValues<D> {
  const query = new URLSearchParams(search);
  const filters = Object.fromEntries(
    Object.entries(defaults.filters ?? {}).map(([name, fallback]) => [name, query.get(name) ?? fallback]),
  );
  return {
    search: query.get('search') ?? '',
    sort: readSort(query.get('sort'), defaults),
    page: wholeIn(query.get('page'), 1, 1_000_000) ?? 1,
    size: wholeIn(query.get('size'), 1, MAX_SIZE) ?? defaults.size,
    columns: query.get('columns')?.split(',').filter(Boolean) ?? null,
    filters: filters as FiltersOf<D>, // one value for each default
  };
}

/** The query string for a list's state, without defaults; other parameters are unchanged. */
export function writeList<const D extends ListDefaults>(values: ListValues<D>, defaults: D, current: string): string {
  const query = new URLSearchParams(current);
  const put = (name: string, value: string, defaultValue: string) =>
    value === defaultValue ? query.delete(name) : query.set(name, value);
  put('search', values.search, '');
  put('sort', values.sort ?? '', defaults.sort ?? '');
  put('page', String(values.page), '1');
  put('size', String(values.size), String(defaults.size));
  put('columns', values.columns?.join(',') ?? '', '');
  const filters: Readonly<Record<string, string>> = values.filters;
  for (const [name, defaultValue] of Object.entries(defaults.filters ?? {}))
    put(name, filters[name] ?? defaultValue, defaultValue);
  return query.toString();
}

/** The input of a list's call without paging, to request the whole list. */
export const withoutPage = <Q extends { page: number; size: number }>({
  page: _,
  size: __,
  ...rest
}: Q): Omit<Q, 'page' | 'size'> => rest;

/** The sort of a list: the requested one, or the default if it is not one of its fields. */
export const readSort = <D extends ListDefaults>(sortText: string | null, defaults: D): SortOf<D> | undefined => {
  const { sorts = [], sort } = defaults;
  return (sortText !== null && sorts.includes(sortText.replace(/^-/, '')) ? sortText : sort) as SortOf<D> | undefined; // checked above
};

const wholeIn = (text: string | null, min: number, max: number): number | null => {
  if (text === null || !/^\d{1,7}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
};
