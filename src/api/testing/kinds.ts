import type { World } from '../../domain/testing/world.js';
import type { Person } from './api.js';
import type { Side } from './side.js';

/**
 * The kind of record that an input field refers to: a shop's record by ID, a text that finds such records, a
 * catalogue record, which belongs to no shop, or no record (`word`). Areas add the kinds they create.
 */
export type Kind = (typeof baseShopKinds)[number] | (typeof baseSharedKinds)[number] | (string & {});

/** Kinds not created by an area, whose records belong to a shop. */
export const baseShopKinds = [
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

/** Kinds not created by an area that belong to no shop and are visible to all shops. */
export const baseSharedKinds = [
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

/** The kind of record each field takes, by call. */
export type References = Readonly<Record<string, Readonly<Record<string, Kind>>>>;

/** A call that succeeds: its caller, its input, and what it writes to the history. */
export interface Example {
  readonly as: Person;
  /** The input fields, including path parameters. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The record type of its history entry; none for personal marks. */
  readonly entity?: string;
  /** The error code with which a call is refused as soon as there is data. */
  readonly refusal?: string;
  /** Whether it works only while there are no users. */
  readonly onEmptyDatabase?: true;
}

/** Creates an example of a call on the demo world, by call. */
export type Examples = Readonly<Record<string, (world: World, side?: Side) => Promise<Example> | Example>>;

/** Creates a side's record by kind; returns its ID or the text that finds it. */
export type Makers = Readonly<Record<string, (world: World, side: Side) => Promise<string>>>;

/** Creates the arguments to run a command with, by command. */
export type Commands = Readonly<Record<string, (world: World) => Promise<readonly string[]> | readonly string[]>>;

/** What the nets know about a slice: everything its file in `areas/` exports. */
export interface Area {
  readonly references?: References;
  readonly examples?: Examples;
  /** Kinds whose records belong to a shop. */
  readonly records?: Makers;
  /** Kinds that belong to no shop and are visible to all shops. */
  readonly sharedRecords?: Makers;
  /** Valid arguments for the demo world, by command. */
  readonly commands?: Commands;
}
