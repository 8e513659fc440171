/**
 * The walls: which file may import which. The lint rule `house/walls` enforces them; the allowed imports are data in
 * this file, and `src/walls.test.ts` tries to break each wall once.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The districts of the domain, bottom up: each imports only from those listed before it. */
export const districts = [
  'kernel',
  'pricing',
  'files',
  'company',
  'stock',
  'catalogue',
  'imports/reading',
  'orders',
  'messaging',
  'billing',
  'purchasing',
  'reporting',
  'imports',
  'operations',
];

/** The district of a domain file; undefined for `testing` and files next to the districts. */
const getDistrict = (file) =>
  file.startsWith('src/domain/imports/reading/')
    ? 'imports/reading'
    : districts.find((name) => file.startsWith(`src/domain/${name}/`));

const getFolder = (file) => path.posix.dirname(file);
/** `src/domain/<district>/<slice>`, including all subfolders of the slice. */
const sliceFolder = (file) => file.split('/').slice(0, 4).join('/');

/** Domain code that the dashboard runs in the browser; it may import types from anywhere. */
const RUNS_IN_BROWSER = [
  /^src\/domain\/pricing\//,
  /^src\/domain\/kernel\/(cents|errors|objects|time|topics)\.ts$/,
  /^src\/domain\/kernel\/text\/(json-fault|numeral|plural|yes-no)\.ts$/,
  /^src\/domain\/files\/csv\.ts$/,
  /^src\/domain\/kernel\/rights\/(roles|permissions|permission-labels|scopes)\.ts$/,
  /^src\/domain\/imports\/kinds\/\*\*\/\*\.ts$/, // the build leaves only what these say about themselves
  /\/(schema|rules|status|invoice-status|editable|metals|usual-inputs|[a-z]+-schema)\.ts$/,
];

/** Files private to a slice: its tables. A few may be imported from everywhere. */
const OWN_TABLES = /\/(model|store)\.ts$/;
const SHARED_TABLES = /^src\/domain\/(kernel\/|operations\/logs\/model)/;

/**
 * What an entry point must not import, and the two exceptions needed before there is an actor: sign-in and the error
 * log.
 */
const BEHIND_USE_CASES = /\/(model|queries|store|[a-z-]+-query)\.ts$/;
const BEFORE_AN_ACTOR = /^src\/domain\/(company\/users\/queries|operations\/logs\/model)\.ts$/;

/** `features/<district>/<slice>/`; a file directly under its district belongs to all its slices. */
function getSlice(file) {
  const [, district, slice] = /^src\/dashboard\/features\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (!district) return null;
  return district === 'imports' ? { district, slice: '' } : { district, slice: slice ?? '' };
}

const isDashboard = (file) => file.startsWith('src/dashboard/');

/**
 * Why a file may not import another (both as paths from the root), or null if it may. `isType`: only types are
 * imported.
 */
export function findWall(file, target, isType = false) {
  return floor(file, target) ?? door(file, target, isType) ?? dashboard(file, target);
}

function floor(file, target) {
  if (!file.startsWith('src/domain/')) return null;
  if (/^src\/(api|cli|dashboard)\//.test(target))
    return 'The domain knows no door: move what is needed into the domain.';
  const [own, other] = [getDistrict(file), getDistrict(target)];
  if (own && other && districts.indexOf(other) > districts.indexOf(own))
    return `${own} stands below ${other}: hand in what is needed, or move the use case up.`;
  if (OWN_TABLES.test(target) && !SHARED_TABLES.test(target) && sliceFolder(file) !== sliceFolder(target))
    return "A slice writes its own tables: call the other slice's use case, or read.";
  return null;
}

function door(file, target, isType) {
  const isDoor = /^src\/(api|cli)\//.test(file);
  if (isDoor && isDashboard(target)) return 'A door does not know the dashboard.';
  if (
    isDoor &&
    !isType &&
    BEHIND_USE_CASES.test(target) &&
    target.startsWith('src/domain/') &&
    !BEFORE_AN_ACTOR.test(target)
  )
    return 'A door calls use cases, never a query or a table.';
  if (!isDashboard(file) || isType) return null;
  if (/^src\/(api|cli)\//.test(target)) return 'The dashboard calls the API; it takes only its types.';
  if (target.startsWith('src/domain/') && !RUNS_IN_BROWSER.some((pattern) => pattern.test(target)))
    return 'The dashboard runs only pure rules, schemas and pricing of the domain; types it may take from anywhere.';
  return null;
}

function dashboard(file, target) {
  if (!isDashboard(file)) return null;
  const [own, other] = [getSlice(file), getSlice(target)];
  const isList = own?.slice === '' && /-screens\.tsx?$/.test(file); // a district's list of screens knows its slices
  if (
    own &&
    other &&
    !(isList && own.district === other.district) &&
    (own.district !== other.district || (other.slice !== '' && own.slice !== other.slice))
  )
    return 'A feature imports no other feature: what two of them need lies in their district, or in components/shared.';
  if (own && target.startsWith('src/dashboard/shell/')) return 'A feature does not know the shell around it.';
  if (file.startsWith('src/dashboard/components/') && (other || target.startsWith('src/dashboard/shell/')))
    return 'A component knows no feature: hand in what is needed.';
  if (file.startsWith('src/dashboard/components/ui/') && isBusiness(target))
    return 'ui knows no business: a component that does stands in components/shared.';
  if (file.startsWith('src/dashboard/lib/') && /^src\/dashboard\/(components|features|shell)\//.test(target))
    return 'lib stands below the components.';
  return null;
}

const isBusiness = (target) =>
  target.startsWith('src/dashboard/components/shared/') ||
  (target.startsWith('src/domain/') && !target.startsWith('src/domain/kernel/'));

/** The file that a relative import refers to, from the root; null for a package. */
function resolve(root, file, specifier) {
  if (!specifier.startsWith('.')) return null;
  const target = path.posix.join(getFolder(file), specifier);
  const stem = target.replace(/\.[jt]s$/, '');
  const found = [`${stem}.ts`, `${stem}.tsx`, target].find((name) => existsSync(path.join(root, name)));
  return found ?? `${stem}.ts`;
}

const DOORS_PACKAGES = /^(koa|@koa|react|commander)(\/|-|$)/;
const isTest = (file) => /\.test\.tsx?$|\/testing\/|^src\/api\/nets\//.test(file);

const walls = {
  create(context) {
    const root = context.cwd;
    const file = path.relative(root, context.filename).split(path.sep).join('/');
    if (!file.startsWith('src/') || isTest(file)) return {};
    const look = (node, isType) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      const target = resolve(root, file, specifier);
      const isDoorPackage = target === null && file.startsWith('src/domain/') && DOORS_PACKAGES.test(specifier);
      const message = isDoorPackage ? 'The domain knows no door.' : target && findWall(file, target, isType);
      if (message) context.report({ node, message });
    };
    const lookThroughGlob = ({ callee, arguments: [patterns] }) => {
      if (callee.object?.type !== 'MetaProperty' || callee.property.name !== 'glob') return;
      for (const source of patterns.elements ?? [patterns]) look({ ...source, source }, false);
    };
    const isTypeImport = (node) =>
      node.specifiers?.length > 0 && node.specifiers.every((one) => one.importKind === 'type');
    return {
      ImportDeclaration: (node) => look(node, node.importKind === 'type' || isTypeImport(node)),
      ExportNamedDeclaration: (node) => look(node, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => look(node, node.exportKind === 'type'),
      ImportExpression: (node) => look(node, false),
      CallExpression: lookThroughGlob,
    };
  },
};

export default { meta: { name: 'house' }, rules: { walls } };
