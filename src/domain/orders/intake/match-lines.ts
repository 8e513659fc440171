import type { FoundBy, IncomingLine, IncomingOrder, RaiseAlert } from './incoming.js';
import { findChoice, nameKey, type AddOnEntry, type Names, type ShopEntry } from './names.js';

/** A line with its add-on, or null if it was entered by hand. */
export interface MatchedLine {
  readonly incoming: IncomingLine;
  readonly addOn: AddOnEntry | null;
  readonly foundBy: FoundBy;
  readonly kind: 'addOn' | 'custom';
  /** Whether the catalogue lacks this add-on from the file. */
  readonly unknown: boolean;
}

/** The lines of an order with their add-ons: those of its shop and type, if the catalogue has several of a name. */
export function matchLines(
  incoming: IncomingOrder,
  names: Names,
  shop: ShopEntry | null,
  raise: RaiseAlert,
): MatchedLine[] {
  const parentId = incoming.type === 'Customer' ? shop?.nbParentId : shop?.olParentId;
  const lines = incoming.addOns.map((line): MatchedLine => {
    const { found, foundBy } = findAddOns(line, names);
    const addOn = found.find((one) => one.parentId === parentId) ?? found[0];
    if (!addOn) raise('add-on', `Add-on "${line.name}" not found`);
    return addOn
      ? { incoming: line, addOn, foundBy, kind: 'addOn', unknown: false }
      : { incoming: line, addOn: null, foundBy, kind: 'custom', unknown: true };
  });
  const custom = incoming.customAddOns.map((line): MatchedLine => ({
    incoming: line,
    addOn: null,
    foundBy: 'file',
    kind: 'custom',
    unknown: false,
  }));
  return [...lines, ...custom];
}

interface FoundAddOns {
  readonly found: readonly AddOnEntry[];
  readonly foundBy: FoundBy;
}

/**
 * The add-ons that a line could be, the best one first: by ssId, then by name, then by the name that the office chose
 * for it. The add-on of a stored line stands for its name, which the catalogue may have changed since.
 */
function findAddOns(line: IncomingLine, names: Names): FoundAddOns {
  const own = line.addOn ? names.addOns.get(line.addOn.id) : undefined;
  if (own && line.addOn) {
    const { foundBy, isKept } = line.addOn;
    if (isKept) return { found: [own], foundBy };
    if (foundBy === 'choice') return { found: [own, ...listNamesakes(own, names)], foundBy };
  }
  const bySsId = line.ssId ? names.addOnsBySsId.get(line.ssId) : undefined;
  const byName = own ? listNamesakes(own, names) : names.addOnsByName.get(nameKey(line.name));
  const byFile = bySsId ?? byName;
  return byFile ? { found: byFile, foundBy: 'file' } : { found: findChosen(line, names), foundBy: 'choice' };
}

const listNamesakes = ({ name }: AddOnEntry, names: Names): readonly AddOnEntry[] =>
  names.addOnsByName.get(nameKey(name)) ?? [];

/**
 * Puts the chosen add-on before those of the same name, so that an order of another type gets its own add-on of that
 * name.
 */
function findChosen({ name }: IncomingLine, names: Names): readonly AddOnEntry[] {
  const chosenAddOn = names.addOns.get(findChoice(names, 'add-on', name));
  return chosenAddOn ? [chosenAddOn, ...listNamesakes(chosenAddOn, names)] : [];
}
