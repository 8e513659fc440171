import type { Archive } from './archive.js';
import { archivePartName } from './archive.js';
import { xmlText } from '../encoding.js';
import { toDamaged } from '../limits.js';
import { isYes, type KnownElements, parseXml, type XmlListener, XmlReader } from './xml.js';
import { type Language, PACKAGE_RELATIONS, relationId, SPREADSHEET } from './xml-names.js';

/** A worksheet as the workbook lists it. */
export interface ListedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** What a workbook part describes: its sheets in order, its calendar, and where styles and shared texts are. */
export interface Book {
  readonly sheets: readonly ListedSheet[];
  readonly is1904: boolean;
  readonly styles: string | null;
  readonly sharedStrings: string | null;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly part: string;
}
interface Entry {
  readonly name: string;
  readonly isHidden: boolean;
  readonly relation: string;
}

const WORKBOOK = [SPREADSHEET, { workbook: { workbookPr: {}, sheets: { sheet: {} } } }] as const;
const RELATIONS = [PACKAGE_RELATIONS, { Relationships: { Relationship: {} } }] as const;

/** Reads the workbook part and its relations, which may be missing. Throws `UnreadableFile` without a workbook. */
export async function readBook(archive: Archive): Promise<Book> {
  const part = await workbookPart(archive);
  const relations = await getRelations(archive, part);
  const { entries, is1904 } = await readEntries(archive, part);
  const ofType = (type: string, name: string): string | null =>
    relations.find((relation) => relation.type === type && archive.has(relation.part))?.part ??
    archive.names.find((entry) => entry.split('/').at(-1) === name) ??
    null;
  return {
    sheets: getSheets(archive, entries, relations),
    is1904,
    styles: ofType('styles', 'styles.xml'),
    sharedStrings: ofType('sharedstrings', 'sharedstrings.xml'),
  };
}

async function workbookPart(archive: Archive): Promise<string> {
  const root = await getRelations(archive, '');
  const partName = root.find(({ type, part }) => type === 'officedocument' && archive.has(part))?.part;
  const bookName = partName ?? archive.names.find((name) => /(^|\/)workbook\.xml$/.test(name));
  if (!bookName) throw toDamaged();
  return bookName;
}

async function readEntries(archive: Archive, part: string): Promise<{ entries: Entry[]; is1904: boolean }> {
  const entries: Entry[] = [];
  let is1904 = false;
  await parsePart(archive, part, WORKBOOK, (name, attributes, namespaces) => {
    if (name === 'workbookPr') is1904 = isYes(attributes['date1904']);
    if (name !== 'sheet') return;
    entries.push({
      name: attributes['name'] ?? `Sheet${entries.length + 1}`,
      isHidden: /^(veryHidden|hidden)$/i.test(attributes['state'] ?? ''),
      relation: relationId(attributes, namespaces) ?? '',
    });
  });
  return { entries, is1904 };
}

/** The part of each sheet, by its relation; without one, by its position among sheet1.xml, sheet2.xml, …. */
function getSheets(archive: Archive, entries: readonly Entry[], relations: readonly Relation[]): ListedSheet[] {
  const inOrder = archive.names
    .filter((name) => /(^|\/)sheet\d+\.xml$/.test(name))
    .sort((a, b) => sheetNumber(a) - sheetNumber(b));
  const relationById = new Map(relations.map((relation) => [relation.id, relation]));
  return entries.flatMap(({ name, isHidden, relation }, n) => {
    const target = relationById.get(relation);
    if (target && target.type !== 'worksheet') return [];
    const part = target && archive.has(target.part) ? target.part : inOrder[n];
    if (!part) throw toDamaged();
    return [{ name, isHidden, part }];
  });
}

const sheetNumber = (name: string): number => Number(/(\d+)\.xml$/.exec(name)?.[1]);

/** The relations of a part (`''` is the package itself); empty when they are missing. */
async function getRelations(archive: Archive, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, at);
  const relations: Relation[] = [];
  const file = `${folder}_rels/${part.slice(at)}.rels`;
  if (!archive.has(file)) return relations;
  await parsePart(archive, file, RELATIONS, (name, attributes) => {
    if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
    relations.push({
      id: attributes['Id'] ?? '',
      type: (attributes['Type'] ?? '').split('/').at(-1)?.toLowerCase() ?? '',
      part: getTarget(folder, attributes['Target'] ?? ''),
    });
  });
  return relations;
}

/** The part name of a relation's target: from the root, or relative to the folder of the part with the relation. */
function getTarget(folder: string, target: string): string {
  const path = safelyDecoded(target).replaceAll('\\', '/');
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return archivePartName(steps.join('/'));
}

function safelyDecoded(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

async function parsePart(
  archive: Archive,
  part: string,
  [language, elements]: readonly [Language, KnownElements],
  onOpen: XmlListener['open'],
): Promise<void> {
  await parseXml(xmlText(archive.open(part)), new XmlReader(language, elements, { open: onOpen }));
}
