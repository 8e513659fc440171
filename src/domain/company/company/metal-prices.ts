import type { Knex } from 'knex';
import { z } from 'zod';
import { type MetalName, metals } from './metals.js';
import { queryOnlyRow } from '../../kernel/database/rows.js';
import { recordFrom } from '../../kernel/objects.js';

type StandardName = `${MetalName}Standard`;
const price = z.number().nullable();

/**
 * The ten standard metal prices in dollars per linear foot, under the wire names of the company's record; null when not
 * set.
 */
export const StandardMetalFields = recordFrom(
  metals,
  ({ name }): StandardName => `${name}Standard`,
  () => price,
);

/** The same ten prices for one shop. */
export const MetalFields = recordFrom(
  metals,
  ({ name }) => name,
  () => price,
);

type Prices<N extends string> = Readonly<Record<N, number | null>>;

export async function findStandardMetals(db: Knex): Promise<Prices<StandardName>> {
  const columns = Object.fromEntries(metals.map(({ name, column }) => [`${name}Standard`, `${column}_standard`]));
  return queryOnlyRow<Prices<StandardName>>(db('companies').first(columns));
}

export async function findShopMetals(db: Knex, shop: string): Promise<Prices<MetalName>> {
  const columns = Object.fromEntries(metals.map(({ name, column }) => [name, column]));
  return queryOnlyRow<Prices<MetalName>>(db('shops').where({ id: shop }).first(columns));
}
