export type Attributes = Readonly<Record<string, string>>;

/** The namespaces of the prefixes that are in scope; the default namespace has the prefix `''`. */
export type Namespaces = Readonly<Record<string, string>>;

/** The namespaces of the same language: in transitional files, in strict files, and without any. */
export type Language = ReadonlySet<string>;

export const SPREADSHEET: Language = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  '',
]);
export const PACKAGE_RELATIONS: Language = new Set([
  'http://schemas.openxmlformats.org/package/2006/relationships',
  'http://purl.oclc.org/ooxml/package/relationships',
  '',
]);
const DOCUMENT_RELATIONS: Language = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]);

/** The namespace of alternatives, from which a program chooses by the extensions it supports. */
export const MARKUP = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** A copy without inherited names, such as `constructor`. */
const copyBare = (names: Namespaces): Record<string, string> =>
  Object.assign(Object.create(null) as Record<string, string>, names); // an object without a prototype

export const NO_NAMESPACES: Namespaces = copyBare({ '': '' });

/** The namespaces inside an element: the inherited ones plus those it declares. */
export function getNamespaces(attributes: Attributes, around: Namespaces): Namespaces {
  let declarations: Record<string, string> | null = null;
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns')) continue;
    const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : null;
    if (prefix === null) continue;
    declarations ??= copyBare(around);
    declarations[prefix] = value.trim();
  }
  return declarations ?? around;
}

/** The namespace of a name with or without a prefix; undefined if its prefix is not declared. */
export function namespaceIn(namespaces: Namespaces, name: string): string | undefined {
  const at = name.indexOf(':');
  return namespaces[at < 0 ? '' : name.slice(0, at)];
}

/** The ID of the relation that an element refers to. */
export function relationId(attributes: Attributes, namespaces: Namespaces): string | undefined {
  const attribute = Object.keys(attributes).find(
    (name) => name.endsWith(':id') && DOCUMENT_RELATIONS.has(namespaceIn(namespaces, name) ?? ''),
  );
  return attributes[attribute ?? 'id'];
}
