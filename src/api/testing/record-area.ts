import { z } from 'zod';
import type { Service } from '../../domain/kernel/service.js';
import type { World } from '../../domain/testing/world.js';
import type { Person } from './api.js';
import type { Area, Examples, Kind } from './kinds.js';
import type { Side } from './side.js';

type Values = Readonly<Record<string, unknown>>;

interface RecordOfNets {
  /** Its name in the history and as a kind of reference: `dealer`. */
  readonly entity: string;
  readonly list: Pick<Service, 'input'>;
  /** Adds a record; returns it as `item`. */
  readonly add: Service;
  /** Who manages such records: an office user, or a user of each shop for its own. */
  readonly as: Person | Readonly<Record<Side, Person>>;
  /** The form values of a new record, with a unique name. */
  readonly makeFields: (world: World) => Values | Promise<Values>;
  /** The kinds of the other records its fields refer to. */
  readonly refers?: Readonly<Record<string, Kind>>;
}

/**
 * The area of a record that is listed and added at `path`, shown at `path/:id`, changed at `path/update/:id` and
 * deleted at `path/delete/:id`: the inputs of its calls, an example of each, and how to create such a record.
 */
export function recordArea(path: string, { entity, list, add, as, makeFields: fields, refers = {} }: RecordOfNets) {
  const clerk = (side: Side = 'home'): Person => (typeof as === 'string' ? as : as[side]);
  const make = async (world: World, side: Side): Promise<string> => {
    const { item } = (await add(world.ctx(clerk(side)), await fields(world))) as { item: { _id: string } };
    return item._id;
  };
  const example = (getValues: (world: World, side: Side) => Promise<Values>): Examples[string] => {
    return async (world, side = 'home') => ({ as: clerk(side), entity, values: await getValues(world, side) });
  };
  const ofNew = getRefers(add.input, refers);
  return {
    references: {
      [`GET ${path}`]: getRefers(list.input, refers),
      [`GET ${path}/:id`]: { id: entity },
      [`POST ${path}`]: ofNew,
      [`PUT ${path}/update/:id`]: { id: entity, ...ofNew },
      [`DELETE ${path}/delete/:id`]: { id: entity },
    },
    examples: {
      [`POST ${path}`]: example(async (world) => fields(world)),
      [`PUT ${path}/update/:id`]: example(async (world, side) => ({
        id: await make(world, side),
        revision: 1,
        ...(await fields(world)),
      })),
      [`DELETE ${path}/delete/:id`]: example(async (world, side) => ({ id: await make(world, side) })),
    },
    records: typeof as === 'string' ? {} : { [entity]: make },
    sharedRecords: typeof as === 'string' ? { [entity]: make } : {},
  } satisfies Area;
}

/** The kinds of the records an input refers to. */
const getRefers = (input: z.ZodType, refers: Readonly<Record<string, Kind>>): Record<string, Kind> =>
  Object.fromEntries(Object.entries(refers).filter(([field]) => field in toFields(input)));

/** The fields of an input, as JSON Schema. */
export const toFields = (input: z.ZodType): Record<string, unknown> =>
  (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, unknown> })
    .properties ?? {};
