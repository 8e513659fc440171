import { z } from 'zod';
import { answerSchema } from '../../api/contract/answer-schema.js';
import { toJson, type Schema } from '../../api/contract/json-schema.js';
import type { Output } from '../../domain/kernel/service.js';

interface OutputSource {
  readonly output: Output;
}

/** The answer of a use case. */
export const answer = ({ output }: OutputSource): Schema => answerSchema(output);

/** A part of the answer of a use case. */
export function part(service: OutputSource, name: string): Schema {
  const schema = answer(service).properties?.[name];
  if (!schema) throw new Error(`The response has no field ${name}`);
  return schema;
}

export const toList = (items: Schema): Schema => ({ type: 'array', items });

/** The rows of a list. */
export const getRows = (service: OutputSource, name = 'items'): Schema => part(service, name).items ?? {};

/** One of several shapes. */
export const either = (...kinds: readonly Schema[]): Schema => ({ anyOf: [...kinds] });

/** An object with these fields. */
export const fields = (shape: z.ZodRawShape): Schema => toJson(z.object(shape));

/** An object with more fields. */
export const withFields = (schema: Schema, more: Readonly<Record<string, Schema>>): Schema => ({
  ...schema,
  properties: { ...schema.properties, ...more },
  required: [...(schema.required ?? []), ...Object.keys(more)],
});

export const text: Schema = { type: 'string' };
export const anything: Schema = {};
/** An object whose keys are not known in advance. */
export const namesWith = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema });
