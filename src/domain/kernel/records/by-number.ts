import type { Knex } from 'knex';
import { z } from 'zod';

/** A record's number or name, as a user enters it. */
export const ByNumber = z.object({
  number: z
    .string()
    .trim()
    .min(1, 'is required')
    .max(300)
    .refine((text) => !text.includes('\0'), 'contains a character that cannot be searched'),
});

/**
 * The records with a number, each with what distinguishes it, because two shops may use the same number, and orders
 * may have duplicates.
 */
export const NumberedRecords = z.object({ items: z.array(z.object({ _id: z.uuid(), distinction: z.string() })) });

/** Selects the rows with exactly this number, ignoring case. */
export const withNumber = <Q extends Knex.QueryBuilder>(query: Q, column: string, number: string): Q =>
  query.whereRaw('lower(??) = lower(?)', [column, number]) as Q; // the same builder
