import { z } from 'zod';
import { Money, Total } from '../../kernel/money.js';
import { amountNeeds } from './rules.js';

const fields = {
  /** Whether users are prevented from approving their own work. */
  noOwnDecisions: z.boolean('must be true or false'),
  /** Dollars. Amounts above this require what `amountNeeds` states. Null to disable the rule. */
  amountLimit: z.number('must be an amount').min(0, 'must not be negative').pipe(Money).nullable(),
  amountNeeds: z.enum(amountNeeds, `must be one of: ${amountNeeds.join(', ')}`),
  /** Retail price changes of more than this percent require a second person. Null to disable the rule. */
  pricePercent: z
    .number('must be a percent')
    .min(0, 'must not be negative')
    .max(1000, 'must be at most 1,000')
    .nullable(),
};

/** The rules that a super admin can switch on. */
export const ControlRules = z.object({
  _id: z.uuid(),
  noOwnDecisions: z.boolean(),
  amountLimit: Total.nullable(),
  amountNeeds: z.enum(amountNeeds),
  pricePercent: z.number().nullable(),
  revision: z.int(),
});
export type ControlRules = z.output<typeof ControlRules>;

/** A change of the rules; fields left out are unchanged. */
export const ChangeControl = z.object(fields).partial();
