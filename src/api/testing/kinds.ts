import type { World } from '../../domain/testing/world.js';
import type { Person } from './api.js';
import type { Side } from './side.js';

/**
 * What a field of an input refers to: a record of one shop by its id, a text that finds such records, a record of the
 * catalogue, which belongs to no shop, or no record at all (`word`).
 */
export type Kind =
  | 'order'
  | 'finishedOrder'
  | 'invoice'
  | 'payment'
  | 'correction'
  | 'repairInvoice'
  | 'repairNumber'
  | 'vendor'
  | 'metalOrder'
  | 'materialOrder'
  | 'materialLine'
  | 'savedView'
  | 'schedule'
  | 'scheduleRun'
  | 'alert'
  | 'comment'
  | 'announcement'
  | 'job'
  | 'log'
  | 'import'
  | 'stagedImport'
  | 'builder'
  | 'shop'
  | 'serialNumber'
  | 'invoiceNumber'
  | 'catalogue'
  | 'shed'
  | 'shedCategory'
  | 'addOn'
  | 'addOnCategory'
  | 'addOnLabor'
  | 'shedLabor'
  | 'haulBase'
  | 'item'
  | 'component'
  | 'word';

/** Kinds that belong to no shop: every shop may know of them. */
export const shared: ReadonlySet<Kind> = new Set<Kind>([
  'word',
  'announcement',
  'catalogue',
  'shed',
  'shedCategory',
  'addOn',
  'addOnCategory',
  'addOnLabor',
  'shedLabor',
  'haulBase',
  'item',
  'component',
]);

/** By call: which kind of record each of its fields takes. */
export type References = Readonly<Record<string, Readonly<Record<string, Kind>>>>;

/** A call that works: who makes it, with what, and what it writes into the trail. */
export interface Example {
  readonly as: Person;
  /** The fields of the input, parameters of the path among them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The entity its audit entry tells about; not for personal marks. */
  readonly entity?: string;
  /** How it is refused wherever there is data: the code of its answer. */
  readonly refused?: string;
  /** Works only while there is no user yet. */
  readonly onEmptyDatabase?: true;
}

/** By call: makes an example afresh, on the demo world. */
export type Examples = Readonly<Record<string, (world: World, side?: Side) => Promise<Example> | Example>>;
