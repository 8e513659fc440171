import { newId } from '../../kernel/ids.js';
import { sizeName, type CompanyFile } from './company-file.js';

/** The new IDs of one kind of record, found by name (case-insensitive). */
export interface DemoNames {
  /** The ID of a record; throws an Error that includes the name and the record that `asks` if there is none. */
  id(name: string, asks?: string): string;
}

function formatNames<T>(kind: string, records: readonly T[], nameOf: (record: T) => string): DemoNames {
  const ids = new Map<string, string>();
  for (const record of records) {
    const name = nameOf(record);
    if (ids.has(name.toLowerCase())) throw new Error(`The company file has a duplicate ${kind}, "${name}".`);
    ids.set(name.toLowerCase(), newId());
  }
  return {
    id: (name, asks) => {
      const id = ids.get(name.toLowerCase());
      if (!id) throw new Error(`The company file has no ${kind} "${name}"${asks ? `, which ${asks} needs` : ''}.`);
      return id;
    },
  };
}

const byName = (record: { readonly name: string }): string => record.name;

/** IDs for every record of a company file that others refer to; throws if two records of a kind have the same name. */
export function idsByName(file: CompanyFile) {
  return {
    itemCategories: formatNames('item category', file.itemCategories, (name) => name),
    items: formatNames('item', file.items, byName),
    baseStyles: formatNames('base style', file.baseStyles, byName),
    parents: formatNames('add-on parent category', file.addOnParentCategories, byName),
    addOnCategories: formatNames('add-on category', file.addOnCategories, byName),
    addOnLabor: formatNames('add-on labor', file.addOnLabor, byName),
    addOns: formatNames('add-on', file.addOns, byName),
    shedCategories: formatNames('shed category', file.shedCategories, byName),
    componentCategories: formatNames('component category', file.componentCategories, byName),
    components: formatNames('component', file.components, byName),
    models: formatNames('shed model', file.shedModels, byName),
    sheds: formatNames('shed', file.sheds, sizeName),
    shedLabor: formatNames('shed labor', file.shedLabor, sizeName),
    haulBases: formatNames('haul base', file.haulBases, sizeName),
    shops: formatNames('shop', file.shops, byName),
  };
}
export type Ids = ReturnType<typeof idsByName>;
