import { isKeyOf, toKeys } from '../../domain/kernel/objects.js';
import type { KindName } from '../../domain/imports/kinds.js';
import type { AboutKind, ImportChoice } from '../../domain/imports/reading/kind.js';
import type { Side } from './use-side.js';

export type { KindName };

/** The choices of an import or export besides the file; IDs of several shops are joined by commas. */
export type ImportChoices = { readonly [Name in ImportChoice]?: string | null };

/** What each kind says about itself; the build leaves nothing else of their files (`../build/about-kinds.ts`). */
const files = import.meta.glob<{ readonly about?: AboutKind }>(
  ['../../domain/imports/kinds/**/*.ts', '!../../domain/imports/kinds/**/*.test.ts'],
  { eager: true },
);

/** Every kind of file to import and export, by its name: that of its file. */
export const importKinds = Object.fromEntries(
  Object.entries(files)
    .flatMap(([file, { about }]) => (about ? [[/([\w-]+)\.ts$/.exec(file)?.[1] ?? file, about] as const] : []))
    .toSorted(([, a], [, b]) => a.title.localeCompare(b.title)),
) as Record<KindName, AboutKind>; // a test compares the names with those of the server

export const kindNames = toKeys(importKinds);

/** A kind by its name in an address; undefined for any other text. */
export const kindNamed = (name: string | null): AboutKind | undefined =>
  name !== null && isKeyOf(importKinds, name) ? importKinds[name] : undefined;

/** The choices set in an address that a kind supports. */
export function getChoices({ takes }: Pick<AboutKind, 'takes'>, query: URLSearchParams): ImportChoices {
  return Object.fromEntries(takes.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

/** The import page of a kind with preset choices; `back` is the target of Back if the page was opened directly. */
export function importPath(side: Side, kind: KindName, choices: ImportChoices = {}, back?: string): string {
  const filledEntries = Object.entries({ kind, ...choices, back }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return `/${side}/import/new?${new URLSearchParams(filledEntries).toString()}`;
}

/** `back` from an address; only paths of the dashboard are accepted. */
export const getReturnPath = (query: URLSearchParams, fallback: string): string => {
  const back = query.get('back') ?? '';
  return /^\/(company|shop)\//.test(back) ? back : fallback;
};
