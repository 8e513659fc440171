type Json = Readonly<Record<string, unknown>>;

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
const inner = {
  one: ['items', 'additionalProperties', 'not', 'propertyNames', 'contains', 'if', 'then', 'else'],
  many: ['anyOf', 'oneOf', 'allOf', 'prefixItems'],
  named: ['properties', 'patternProperties', '$defs'],
};
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const knownTypes = new Set([
  ...inner.one,
  ...inner.many,
  ...inner.named,
  ...counts,
  ...bounds,
  ...[
    'type',
    'enum',
    'const',
    'required',
    'pattern',
    'format',
    '$ref',
    'title',
    'description',
    'default',
    'examples',
    'readOnly',
    'contentEncoding',
    'uniqueItems',
    'id',
    '$id',
  ],
]);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The problems of a JSON Schema (the subset of 2020-12 that zod generates), each with its location; empty if it is
 * valid.
 */
export function findSchemaProblems(schema: unknown, root: unknown, at = '#'): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return [`${at} is not a schema`];
  return [
    ...Object.keys(schema)
      .filter((key) => !knownTypes.has(key))
      .map((key) => `${at}: unknown keyword ${key}`),
    ...[schema['type'] ?? []]
      .flat()
      .filter((type) => !typeNames.has(type as string))
      .map((type) => `${at}: no type ${JSON.stringify(type)}`),
    ...(schema['enum'] !== undefined && !(Array.isArray(schema['enum']) && schema['enum'].length > 0)
      ? [`${at}: enum without values`]
      : []),
    ...counts
      .filter((key) => key in schema && !(Number.isSafeInteger(schema[key]) && (schema[key] as number) >= 0))
      .map((key) => `${at}: ${key} is not a count`),
    ...bounds
      .filter((key) => key in schema && !Number.isFinite(schema[key]))
      .map((key) => `${at}: ${key} is not a number`),
    ...listPatternProblems(schema, at),
    ...listRequiredProblems(schema, at),
    ...listRefProblems(schema, root, at),
    ...listInnerProblems(schema, root, at),
  ];
}

function listPatternProblems({ pattern }: Json, at: string): string[] {
  if (pattern === undefined) return [];
  try {
    new RegExp(pattern as string, 'u');
    return [];
  } catch {
    return [`${at}: pattern ${JSON.stringify(pattern)} does not compile`];
  }
}

function listRequiredProblems({ required, properties = {} }: Json, at: string): string[] {
  if (required === undefined) return [];
  if (!Array.isArray(required)) return [`${at}: required is not a list`];
  return required
    .filter((name) => !(String(name) in (properties as Json)))
    .map((name) => `${at}: requires ${String(name)}, which it does not have`);
}

function listRefProblems({ $ref }: Json, root: unknown, at: string): string[] {
  if ($ref === undefined) return [];
  if (typeof $ref !== 'string' || !$ref.startsWith('#')) return [`${at}: $ref ${JSON.stringify($ref)} leads elsewhere`];
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, key) => (isObject(node) ? node[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      root,
    );
  return target === undefined ? [`${at}: $ref ${$ref} leads nowhere`] : [];
}

function listInnerProblems(schema: Json, root: unknown, at: string): string[] {
  const { one, many, named } = inner;
  return [
    ...one.filter((key) => key in schema).flatMap((key) => findSchemaProblems(schema[key], root, `${at}/${key}`)),
    ...many
      .filter((key) => key in schema)
      .flatMap((key) => {
        const list = schema[key];
        if (!Array.isArray(list) || list.length === 0) return [`${at}: ${key} has nothing in it`];
        return list.flatMap((item, n) => findSchemaProblems(item, root, `${at}/${key}/${n}`));
      }),
    ...named
      .filter((key) => key in schema)
      .flatMap((key) =>
        Object.entries(schema[key] as Json).flatMap(([name, item]) =>
          findSchemaProblems(item, root, `${at}/${key}/${name}`),
        ),
      ),
  ];
}
