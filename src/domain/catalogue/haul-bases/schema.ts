import { z } from 'zod';
import { Money, Total } from '../../kernel/money.js';
import { Feet, NamedRecord, Ref } from '../../kernel/records/fields.js';

/**
 * The fields of a haul base's form: a model and a base style, a size in feet, and the cost of hauling it in dollars
 * (P5).
 */
export const HaulBaseFields = z.object({
  /** The category of the model, if known. */
  shedCategory: Ref('Choose a shed category').optional(),
  model: Ref('Choose a model'),
  baseStyle: Ref('Choose a base style'),
  width: Feet('Enter the width'),
  length: Feet('Enter the length'),
  haulBase: z
    .number('Enter the haul base')
    .pipe(Money)
    .refine((cents) => cents >= 0, 'must not be negative'),
});

export const HaulBase = z.object({
  _id: z.uuid(),
  shedCategory: NamedRecord,
  model: NamedRecord,
  baseStyle: NamedRecord,
  width: z.number(),
  length: z.number(),
  haulBase: Total,
  revision: z.int(),
});

export const haulBaseSorts = ['baseStyle', 'width', 'length', 'haulBase'] as const;
