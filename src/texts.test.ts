import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sources, textsDocument, readTexts } from '../scripts/texts.mjs';

const document = path.resolve(import.meta.dirname, '../docs/texts.md');

/** Wordings that read as translated, and what a native speaker says. */
const oddPhrases: readonly (readonly [RegExp, string])[] = [
  [/(?<!there )\bis no (?!longer|match)/i, 'is not a valid …'],
  [/\bany ?more\b/, 'no longer'],
  [/\b(some|every)body\b/i, 'another user, everyone'],
  [/\bnobody\b/i, 'no one, no user'],
  [/\b(unless|as) told\b|\b(is|are|was) told\b|\btells\b/, 'by default, reports, shows'],
  [/\bthe own\b/, "this shop's"],
  [/\bgo(es)? along\b|\bin the way of\b/, 'is copied too, blocks'],
  [/\bPlease (input|choose|select)\b.*!/, 'Enter …, Choose …'],
];

/** Texts that the specification fixes word for word. */
const fixedTexts: readonly RegExp[] = [
  /^Please input the (component category name|priority level)!$/,
  /^Please input your (username|password)!$/,
  /^PostgreSQL cannot run as root, and there is no account "postgres" or "nobody"\.$/,
  /^nobody has this password$/, // what a hash of no one's password is made from
];

test('docs/texts.md lists every text exactly as in the sources; npm run texts writes it', () => {
  expect(readFileSync(document, 'utf8')).toBe(textsDocument());
});

test('texts are found wherever a person reads them', () => {
  const source = `
    const sql = db.raw('select a.id as id from a where a.name = ?');
    export const list = { label: 'Name', className: 'list is-wide', refuse: (n: number) => \`\${n} rows are left\` };
    export const Screen = () => <Field label="Shop" hint={isOpen ? 'Open it' : 'Closed'}>Save {count} orders</Field>;`;
  expect(readTexts('src/screen.tsx', source)).toEqual([
    'Name',
    '{n} rows are left',
    'Save {count} orders',
    'Shop',
    'Open it',
    'Closed',
  ]);
});

test('no text reads as translated', () => {
  const findings = sources().flatMap((file) =>
    readTexts(file).flatMap((text) =>
      oddPhrases
        .filter(([pattern]) => pattern.test(text) && !fixedTexts.some((known) => known.test(text)))
        .map(([, better]) => `${file}: "${text}": ${better}`),
    ),
  );
  expect(findings).toEqual([]);
});

/** What only the people who run the program read, where it is known by its own name; and its name until it has another. */
const ownNamed =
  /^src\/(cli|api)\/|^src\/domain\/(operations|kernel\/(database|platform\/(?!monday)))\/|\/errors\/operations\.ts$|\/(product|layout|get)\.ts$/;
/** Shown before there is a company, and to those who call the server by a wrong address. */
const ownNamedTexts = [/^Shown when Shedworks starts, /, / restart Shedworks\.$/i];

test('no other text names the product, which a company can rename', () => {
  const findings = sources()
    .filter((file) => !ownNamed.test(file))
    .flatMap((file) => readTexts(file).map((text) => `${file}: ${text}`))
    .filter((line) => /Shedworks/.test(line) && !ownNamedTexts.some((known) => known.test(line.replace(/^\S+: /, ''))));
  expect(findings).toEqual([]);
});
