import { z } from 'zod';
import { Total } from '../../kernel/money.js';
import { Id, NamedRecord, OptionalText, Quantity, Ref, RequiredText } from '../../kernel/records/fields.js';

const Priority = z
  .int('Please input the priority level!')
  .min(0, 'must not be negative')
  .max(100_000, 'must be at most 100,000');

/** A new category; without a priority it is added at the end. */
export const NewCategory = z.object({
  name: RequiredText('Please input the component category name!'),
  priority: Priority.nullable().default(null),
});
export const ComponentCategoryFields = NewCategory.extend({ priority: Priority });

export const ComponentCategory = z.object({
  _id: z.uuid(),
  name: z.string(),
  priority: z.int(),
  /** How many components it has, in one shed category if requested. */
  components: z.int(),
  revision: z.int(),
});

const Line = z.object({ item: Ref('Choose an item'), description: OptionalText(500), quantity: Quantity() });

export const ComponentFields = z.object({
  name: RequiredText('Enter the component name'),
  category: Ref('Choose a component category'),
  shedCategory: Ref('Choose a shed category'),
  metalPackage: z.boolean().default(false),
  standardItems: z.array(Line).max(500).default([]),
});

export const Component = z.object({
  _id: z.uuid(),
  name: z.string(),
  category: NamedRecord,
  shedCategory: NamedRecord,
  metalPackage: z.boolean(),
  standardItems: z.array(z.object({ item: NamedRecord, description: z.string(), quantity: z.number() })),
  revision: z.int(),
});

/** A component in a list, with its cost at standard values and at the shop's (P3). */
export const PricedComponent = Component.omit({ standardItems: true }).extend({
  componentStandardTotalCost: Total,
  componentShopTotalCost: Total,
});

/** One record, or all of them. */
export const IdOrAll = z.union([Id, z.literal('all')]);
