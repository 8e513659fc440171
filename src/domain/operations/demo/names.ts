import { newId } from '../../kernel/ids.js';
import { sizeName, type CompanyFile } from './company-file.js';

/** The new ids of one kind of record, found by name whatever its case. */
export interface Names {
  /** The id of a record; throws an Error with the record that `asks` and the name when there is none. */
  id(name: string, asks?: string): string;
}

function namesOf<T>(kind: string, records: readonly T[], nameOf: (record: T) => string): Names {
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

/** Ids for every record of a company file that others refer to; throws when two of a kind have one name. */
export function idsByName(file: CompanyFile) {
  return {
    itemCategories: namesOf('item category', file.itemCategories, (name) => name),
    items: namesOf('item', file.items, byName),
    baseStyles: namesOf('base style', file.baseStyles, byName),
    parents: namesOf('add-on parent category', file.addOnParentCategories, byName),
    addOnCategories: namesOf('add-on category', file.addOnCategories, byName),
    addOnLabor: namesOf('add-on labor', file.addOnLabor, byName),
    addOns: namesOf('add-on', file.addOns, byName),
    shedCategories: namesOf('shed category', file.shedCategories, byName),
    componentCategories: namesOf('component category', file.componentCategories, byName),
    components: namesOf('component', file.components, byName),
    models: namesOf('shed model', file.shedModels, byName),
    sheds: namesOf('shed', file.sheds, sizeName),
    shedLabor: namesOf('shed labor', file.shedLabor, sizeName),
    haulBases: namesOf('haul base', file.haulBases, sizeName),
    shops: namesOf('shop', file.shops, byName),
  };
}
export type Ids = ReturnType<typeof idsByName>;
