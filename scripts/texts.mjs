/**
 * Lists every text that a person reads, from the source: `docs/texts.md`, by slice. `node scripts/texts.mjs` writes it.
 * A text is: what JSX shows, the value of a property or attribute that usually holds text, and any string of several
 * words except SQL and lists of classes.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

const TEXT_NAMES = new Set(
  'label title placeholder header heading summary description hint message msg text empty question confirm caption legend alt body subject subtitle tooltip note reason help example unit aria-label aria-description'.split(
    ' ',
  ),
);
const CODE_NAMES = new Set(
  'className class style d points viewBox href to path id key type role rel as testId css'.split(' '),
);
/** Calls whose text goes to the database or lists fields, and is not for a person. */
const SQL_CALLS =
  /^(raw|.*Raw|sql|query|literal|explain|rawRows|statement|rowMaker|(map|text|number|money|flag|day|instant)Columns)$/;
const SQL =
  /^\s*(select|insert|update|delete|create|alter|drop|with|from|where|join|left join|inner join|order by|group by|coalesce|case|lower|exists|not exists|union|values|set|on|and|or|in|sum|count|max|min|array|any|begin|commit|lock|notify|listen|as|distinct|lateral|cross|returning|limit|analyze|vacuum|truncate|copy|grant|explain|partition|over|row_number|jsonb?_|to_char|nullif|greatest|least|extract|round|generate_series|reindex|refresh|do|declare|perform|raise|if)\b(?=[\s(])[^A-Z]*[\s\S]*$/;
const CALL = /^(GET|POST|PUT|DELETE|PATCH|HEAD) \//;
/** A fragment of SQL: a table with its alias, an assignment, a comparison. */
const FRAGMENT =
  /^([a-z_{}…]+ as [a-z_{}…]+$|[a-z]\.[a-z_]+|json_|[\w.{}…()]+ (=|<|>|<>|<=|>=) |[\w.{}…()]+ (is (not )?(null|true|false)|(not )?in \(|i?like |asc$|desc$|desc nulls|asc nulls)|\(\()|::(uuid|text|int|date|numeric|bigint|jsonb)|\bcoalesce\(|\bselect .* from /;
const isSql = (text) =>
  CALL.test(text) || FRAGMENT.test(text) || (SQL.test(text) && /[=(),.*;_]|\n/.test(text) && !/^[A-Z]/.test(text));
const WORDS = /\p{L}{2,}.*\s.*\p{L}|\p{L}{2,}.*\s\p{L}/su;
const LETTERS = /\p{L}{2,}/u;
const CLASSES = /^[a-z0-9-]+( [a-z0-9-]+)*$/;

/** The production sources of `src`, as paths relative to the root. */
export const sources = () =>
  readdirSync(path.join(root, 'src'), { recursive: true })
    .map((file) => path.join('src', String(file)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\/|\.d\.ts$/.test(file))
    .toSorted();

/** The texts of one source file, in order. */
export function readTexts(file, source = readFileSync(path.join(root, file), 'utf8')) {
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const texts = [];
  const shorten = (node) => {
    const code = source.slice(node.start, node.end).replace(/\s+/g, ' ');
    return `{${code.length <= 30 && !code.includes('`') ? code : '…'}}`;
  };
  const templateText = (node) =>
    node.quasis
      .map(({ value }, n) => value.cooked + (n < node.expressions.length ? shorten(node.expressions[n]) : ''))
      .join('');
  const add = (text, isNamed) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (!LETTERS.test(line.replace(/\{[^}]*\}/g, ''))) return;
    if (!isNamed && (!WORDS.test(line.replace(/\{[^}]*\}/g, 'x x')) || isSql(text) || !/\s/.test(line))) return;
    texts.push(line);
  };
  const visit = (node, isNamed, skip) => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isNamed, skip));
    if (!node || typeof node.type !== 'string') return;
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
      case 'TaggedTemplateExpression':
        return;
      case 'ExportNamedDeclaration':
        return visit(node.declaration, false, false);
      case 'JSXElement':
      case 'JSXFragment': {
        const hasText = node.children.some((child) => child.type === 'JSXText' && LETTERS.test(child.value));
        const parts = node.children.map((child) => {
          if (child.type === 'JSXText') return child.value;
          if (child.type !== 'JSXExpressionContainer') return ' ';
          const { expression } = child;
          return expression.type === 'Literal'
            ? String(expression.value)
            : expression.type === 'JSXEmptyExpression'
              ? ''
              : shorten(expression);
        });
        if (hasText) add(parts.join(''), true);
        visit(node.openingElement?.attributes, false, false);
        return node.children.forEach((child) => child.type !== 'JSXText' && visit(child, true, false));
      }
      case 'JSXAttribute': {
        const name = node.name.name;
        return visit(node.value, TEXT_NAMES.has(name), CODE_NAMES.has(name));
      }
      case 'JSXExpressionContainer':
        return visit(node.expression, isNamed, skip);
      case 'Property': {
        const name = node.key.name ?? node.key.value;
        return visit(node.value, TEXT_NAMES.has(name), CODE_NAMES.has(name));
      }
      case 'CallExpression': {
        const name = node.callee.property?.name ?? node.callee.name ?? '';
        visit(node.callee, false, skip);
        return visit(node.arguments, false, skip || SQL_CALLS.test(name));
      }
      case 'ConditionalExpression':
        visit(node.test, false, skip);
        visit(node.consequent, isNamed, skip);
        return visit(node.alternate, isNamed, skip);
      case 'LogicalExpression':
        visit(node.left, isNamed && node.operator !== '&&', skip);
        return visit(node.right, isNamed, skip);
      case 'BinaryExpression':
        visit(node.left, node.operator === '+' && isNamed, skip);
        return visit(node.right, node.operator === '+' && isNamed, skip);
      case 'ArrowFunctionExpression':
        visit(node.params, false, false);
        return visit(node.body, node.body.type !== 'BlockStatement' && isNamed, skip);
      case 'ReturnStatement':
        return visit(node.argument, isNamed, skip);
      case 'Literal':
        if (
          typeof node.value === 'string' &&
          !skip &&
          !(CLASSES.test(node.value) && !isNamed && !/[a-z]{2,} [a-z]{2,} /.test(node.value))
        )
          add(node.value, isNamed);
        return;
      case 'TemplateLiteral':
        if (!skip) add(templateText(node), isNamed);
        return visit(node.expressions, false, skip);
      default:
        for (const key of Object.keys(node))
          if (key !== 'type' && typeof node[key] === 'object') visit(node[key], false, skip && key !== 'body');
    }
  };
  visit(program.body, false, false);
  return texts;
}

const PLACES = { domain: 'Domain', api: 'API', cli: 'Commands', dashboard: 'Dashboard' };

/** The slice of a source file, and the part of the product it belongs to: `orders/intake`, `Dashboard`. */
function getPlace(file) {
  const [, place = '', ...rest] = file.split('/');
  const inner = { api: ['routes'], cli: ['commands'], dashboard: ['features'] }[place];
  const folders = inner?.includes(rest[0]) ? rest.slice(1, -1) : inner ? [] : rest.slice(0, -1);
  const slice = folders.length > 0 ? folders.slice(0, 2).join('/') : 'all slices';
  return { slice, place: PLACES[place] ?? 'Start' };
}

/** The document: the texts of each slice, each text once, by part of the product. */
export function textsDocument() {
  const slices = new Map();
  for (const file of sources()) {
    const fileTexts = readTexts(file);
    if (fileTexts.length === 0) continue;
    const { slice, place } = getPlace(file);
    const places = slices.get(slice) ?? slices.set(slice, new Map()).get(slice);
    const lines = places.get(place) ?? places.set(place, new Set()).get(place);
    fileTexts.forEach((text) => lines.add(text));
  }
  const parts = [...slices]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([slice, places]) =>
      [
        `## ${slice}`,
        ...[...places].map(([place, lines]) => `### ${place}\n\n${[...lines].map((line) => `    ${line}`).join('\n')}`),
      ].join('\n\n'),
    );
  return `# Texts\n\nEvery text that a person reads, by slice, as it stands in the code; \`{…}\` is filled in at run time. Written by \`node scripts/texts.mjs\`.\n\n${parts.join('\n\n')}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(path.join(root, 'docs/texts.md'), textsDocument());
