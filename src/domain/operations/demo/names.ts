import { newId } from '../../kernel/ids.js';
import { sizeName, type Catalogue } from './company-file.js';

/** The new IDs of one kind of record, by name (ignoring case). */
export interface DemoNames {
  /** The ID of a record. Throws an Error with its name and the record that `asks` if there is none. */
  id(name: string, asks?: string): string;
}

function buildNames<T>(kind: string, records: readonly T[], toName: (record: T) => string): DemoNames {
  const ids = new Map<string, string>();
  for (const record of records) {
    const name = toName(record);
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

/** IDs for every record of a company file that others refer to. Throws if two records of a kind have the same name. */
export function idsByName(file: Catalogue) {
  return {
    itemCategories: buildNames('item category', file.itemCategories, (name) => name),
    items: buildNames('item', file.items, byName),
    baseStyles: buildNames('base style', file.baseStyles, byName),
    parents: buildNames('add-on parent category', file.addOnParentCategories, byName),
    addOnCategories: buildNames('add-on category', file.addOnCategories, byName),
    addOnLabor: buildNames('add-on labor', file.addOnLabor, byName),
    addOns: buildNames('add-on', file.addOns, byName),
    shedCategories: buildNames('shed category', file.shedCategories, byName),
    componentCategories: buildNames('component category', file.componentCategories, byName),
    components: buildNames('component', file.components, byName),
    models: buildNames('shed model', file.shedModels, byName),
    sheds: buildNames('shed', file.sheds, sizeName),
    shedLabor: buildNames('shed labor', file.shedLabor, sizeName),
    haulBases: buildNames('haul base', file.haulBases, sizeName),
    shops: buildNames('shop', file.shops, byName),
  };
}
export type Ids = ReturnType<typeof idsByName>;
