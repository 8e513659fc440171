import { z } from 'zod';
import { Id, NamedRecord, OptionalText, Percent, RequiredText } from '../../kernel/records/fields.js';

/** The fields of a dealer's form. An empty haul percent means 100 (P5). */
export const DealerFields = z.object({
  name: RequiredText('Enter the dealer name'),
  shop: Id.nullable().default(null),
  city: OptionalText(100),
  haulPercent: Percent().nullable().default(null),
});

export const Dealer = z.object({
  _id: z.uuid(),
  name: z.string(),
  shop: NamedRecord.nullable(),
  city: z.string(),
  haulPercent: z.number().nullable(),
  revision: z.int(),
});

export const dealerSorts = ['name', 'shop', 'city', 'haulPercent'] as const;
export const dealerSort = z.enum([...dealerSorts, ...dealerSorts.map((field) => `-${field}` as const)]).default('name');
