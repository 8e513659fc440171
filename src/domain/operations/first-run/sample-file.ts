import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../kernel/text/json-fault.js';
import { packageFolder } from '../../../package.js';
import { readSampleFile, type SampleFile } from '../demo/company-file.js';

const readFixture = async (name: string): Promise<unknown> =>
  parseJson(await readFile(new URL(`fixtures/${name}`, packageFolder), 'utf8'));

/** The sample catalogue that ships with the product; money in cents. */
export const readSample = async (): Promise<SampleFile> => readSampleFile(await readFixture('sample-catalogue.json'));

const Orders = z.array(z.record(z.string(), z.json()));

/** Orders that match the sample catalogue, ordered at the given time. */
export async function readSampleOrders(now: Date): Promise<z.output<typeof Orders>> {
  const orders = Orders.parse(await readFixture('sample-order.json'));
  return orders.map((order) => ({ ...order, dateOrdered: now.toISOString() }));
}
