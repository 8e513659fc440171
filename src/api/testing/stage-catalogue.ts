import { addDealer } from '../../domain/company/dealers/service.js';
import type { World } from '../../domain/testing/world.js';

let count = 0;
/** A name nobody has yet. */
export const unique = (what: string): string => `${what} ${(count += 1)} of the test`;

/** A dealer that nothing uses. */
export async function newDealer(world: World): Promise<string> {
  return (await addDealer(world.ctx('office.admin'), { name: unique('Dealer') })).item._id;
}
