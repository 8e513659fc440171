import { z } from 'zod';

/** JSON that PostgreSQL already built as text. `Wire` is the type of its contents, with amounts in dollars. */
export class JsonText<Wire = unknown> {
  declare protected readonly wire: Wire;
  constructor(readonly text: string) {}
}

/**
 * An answer of many rows in the format of `schema` that is passed through as text. The code that builds it is
 * responsible for the format and for what its reader may see.
 */
export const toJsonText = <S extends z.ZodType>(schema: S) => {
  const { $schema: _, ...form } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return z.custom<JsonText<z.input<S>>>((value) => value instanceof JsonText).meta(form);
};
