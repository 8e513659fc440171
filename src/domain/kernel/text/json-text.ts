import { z } from 'zod';

/** JSON that is text already, as PostgreSQL built it: `Wire` is what it says, amounts in dollars. */
export class JsonText<Wire = unknown> {
  declare protected readonly wire: Wire;
  constructor(readonly text: string) {}
}

/**
 * An answer of many rows in the form of `schema` that is passed through as text: who builds it vouches for the form, and for
 * what its reader may see.
 */
export const jsonTextOf = <S extends z.ZodType>(schema: S) => {
  const { $schema: _, ...form } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return z.custom<JsonText<z.input<S>>>((value) => value instanceof JsonText).meta(form);
};
