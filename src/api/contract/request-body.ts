import type { Route } from '../route.js';
import type { Schema } from './json-schema.js';
import type { CallExamples, Examples } from './operation-examples.js';

/** The media types that the body of a call may have, with their schemas. */
type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: Examples }>>;
type Fields = readonly (readonly [string, Schema])[];

/** The `requestBody` of a call; required if it cannot be left out. Empty for a call without one. */
export function describeBody(
  entry: Route,
  input: Schema,
  { params, shown }: { readonly params: readonly string[]; readonly shown: CallExamples },
): { requestBody?: object } {
  const fields = Object.entries(input.properties ?? {}).filter(
    ([name]) => !params.includes(name) && name !== entry.rowsAs,
  );
  if (entry.key.startsWith('GET ') || (fields.length === 0 && !entry.rowsAs)) return {};
  const requiredNames = new Set(input.required ?? []);
  const isRequired = entry.rowsAs !== undefined || fields.some(([name]) => requiredNames.has(name));
  const content = entry.rowsAs
    ? uploadContent(entry, entry.rowsAs, input, fields)
    : { 'application/json': { schema: toObject(fields, requiredNames) } };
  return { requestBody: { ...(isRequired && { required: isRequired }), content: withExamples(content, shown) } };
}

const withExamples = ({ 'application/json': json, ...others }: Content, examples: CallExamples): Content => ({
  ...(json && { 'application/json': { ...json, ...examples.body() } }),
  ...others,
});

/** JSON with rows, or a form with a file. A file of rows is JSON; any other is a spreadsheet. */
function uploadContent({ fileAs }: Route, rowsAs: string, input: Schema, fields: Fields): Content {
  const requiredNames = new Set(input.required ?? []);
  const rowsSchema = input.properties?.[rowsAs];
  const rows: Schema = rowsSchema?.['type'] === 'array' ? rowsSchema : listOfRows;
  const inForm = fields.filter(
    ([name, schema]) => name !== (fileAs ?? 'file') && name !== 'fileName' && isText(schema),
  );
  const form = toObject([['file', file], ...inForm], new Set([...requiredNames, 'file']));
  const otherFields = fields.filter(([name]) => name !== fileAs);
  if (!fileAs) {
    const objectSchema = toObject([[rowsAs, rows], ...otherFields], new Set([...requiredNames, rowsAs]));
    return { 'application/json': { schema: { anyOf: [objectSchema, rows] } }, 'multipart/form-data': { schema: form } };
  }
  const fileRows: Fields = input.properties?.[fileAs]?.['anyOf'] ? [[fileAs, rows]] : []; // in JSON `file` holds rows too
  return {
    'multipart/form-data': { schema: form },
    'application/json': { schema: toObject([[rowsAs, rows], ...fileRows, ...otherFields], requiredNames) },
  };
}

const file: Schema = { type: 'string', format: 'binary' };
const listOfRows: Schema = { type: 'array', items: { type: 'object', additionalProperties: {} } };

/** Whether a field can be sent in a form, whose values are texts: neither rows nor objects. */
const isText = (schema: Schema): boolean => schema['type'] !== 'object' && schema.items?.['type'] !== 'object';

const toObject = (fields: Fields, requiredNames: ReadonlySet<string>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(fields),
  required: fields.map(([name]) => name).filter((name) => requiredNames.has(name)),
});
