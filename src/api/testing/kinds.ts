import type { World } from '../../domain/testing/world.js';
import type { Person } from './api.js';
import type { Side } from './side.js';

/**
 * What a field of an input refers to: a record of one shop by its id, a text that finds such records, a record of the
 * catalogue, which belongs to no shop, or no record at all (`word`). The areas add the kinds that they make.
 */
export type Kind = (typeof ofShops)[number] | (typeof ofNobody)[number] | (string & {});

/** Kinds that no area makes, of which each record belongs to a shop. */
export const ofShops = [
  'order',
  'finishedOrder',
  'invoice',
  'payment',
  'alert',
  'job',
  'builder',
  'shop',
  'serialNumber',
  'invoiceNumber',
] as const;

/** Kinds that no area makes and that belong to no shop: every shop may know of them. */
export const ofNobody = [
  'word',
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
] as const;

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

/** By kind: makes a record of a side, and answers its id or the text that finds it. */
export type Makers = Readonly<Record<string, (world: World, side: Side) => Promise<string>>>;

/** By command: makes arguments it is run with. */
export type Commands = Readonly<Record<string, (world: World) => Promise<readonly string[]> | readonly string[]>>;

/** What the nets know of a slice: all that its file in `areas/` exports. */
export interface Area {
  readonly references?: References;
  readonly examples?: Examples;
  /** Kinds of which each record belongs to a shop. */
  readonly records?: Makers;
  /** Kinds that belong to no shop: every shop may know of them. */
  readonly sharedRecords?: Makers;
  /** By command: arguments that work, made on the demo world. */
  readonly commands?: Commands;
}
