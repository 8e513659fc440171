import type { WriteCtx } from '../../kernel/context.js';
import { mayReceive } from '../../kernel/notices/kinds.js';
import { notifyEach } from '../../kernel/notices/notify.js';
import { findReaders } from '../notices/reader-queries.js';

/** Someone who can be mentioned. */
interface MentionablePerson {
  readonly id: string;
  readonly name: string;
}

const LETTER = /[\p{L}\p{N}_]/u;

/**
 * The people whose names follow an @ in a text, ignoring case. A first name is enough if only one of them has it. If
 * several names match, the longest counts.
 */
export function findMentioned<P extends MentionablePerson>(text: string, people: readonly P[]): P[] {
  const lowerText = text.toLowerCase();
  const names = listNames(people);
  const mentioned = new Set<P>();
  for (let at = lowerText.indexOf('@'); at !== -1; at = lowerText.indexOf('@', at + 1)) {
    if (LETTER.test(lowerText[at - 1] ?? '')) continue; // part of an email address
    const matches = names.filter(({ name }) => isNameAt(lowerText, at + 1, name));
    const longest = Math.max(0, ...matches.map(({ name }) => name.length));
    for (const { name, person } of matches) if (name.length === longest) mentioned.add(person);
  }
  return [...mentioned];
}

/** The names that identify people: their full names, and first names that only one of them has. */
function listNames<P extends MentionablePerson>(people: readonly P[]): { readonly name: string; readonly person: P }[] {
  const namedPeople = people.map((person) => ({ name: person.name.trim().toLowerCase(), person }));
  const first = namedPeople.map(({ name, person }) => ({ name: name.split(/\s+/, 1)[0] ?? '', person }));
  const single = first.filter(({ name }) => first.filter((other) => other.name === name).length === 1);
  return [...namedPeople, ...single].filter(({ name }) => name !== '');
}

const isNameAt = (text: string, at: number, name: string): boolean =>
  text.startsWith(name, at) && !LETTER.test(text[at + name.length] ?? '');

/** A new message, and the shop whose conversation it belongs to. */
interface NewMessage {
  readonly id: string;
  readonly shop: string;
  readonly content: string;
}

const MOST_QUOTED = 300;

/** Notifies the people whom a message mentions, if they may see it, but not its author. */
export async function notifyMentioned(tx: WriteCtx, { id, shop, content }: NewMessage): Promise<void> {
  if (!content.includes('@')) return;
  const people = [...(await findReaders(tx.db, { shopId: null })), ...(await findReaders(tx.db, { shopId: shop }))];
  const readers = people.filter((person) => mayReceive(person, 'mentions'));
  const quote = content.length > MOST_QUOTED ? `${content.slice(0, MOST_QUOTED)}…` : content;
  await notifyEach(
    tx,
    findMentioned(content, readers)
      .filter((person) => person.id !== tx.actor.id)
      .map((person) => ({
        ...{ kind: 'mentions', shopId: person.shopId, userId: person.id, type: 'info', subjectId: id },
        ...{ msg: `${tx.actor.name} mentioned you`, content: `${tx.actor.name}: ${quote}` },
        link: person.shopId === null ? { to: 'messages', id: shop } : { to: 'shopMessages' },
      })),
  );
}
