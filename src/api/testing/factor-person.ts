import { TOTP, URI } from 'otpauth';
import { createUser } from '../../domain/company/users/sign-in.js';
import { newId } from '../../domain/kernel/ids.js';
import type { Role } from '../../domain/kernel/rights/roles.js';
import { homeShop, type World } from '../../domain/testing/world.js';
import { readToken } from './api.js';
import { type Answer, send } from './http.js';

export const password = 'first-password';

/** How a request is sent, besides its body. */
export type Headers = Readonly<Record<string, string>>;

export interface FactorPerson {
  readonly id: string;
  readonly userName: string;
  /** The code of the user's authenticator at a given time. */
  codeAt(at: Date): string;
  readonly recoveryCodes: readonly string[];
}

export const post = (base: string, path: string, body: object, headers: Headers = {}): Promise<Answer> =>
  send(base, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    raw: JSON.stringify(body),
  });

/** A user without a second factor. */
export async function makePerson(world: World, role: Role = 'Shop User'): Promise<{ id: string; userName: string }> {
  const userName = `${newId()}@demo.test`;
  const shop = role.startsWith('Office') ? null : homeShop;
  const user = { name: 'Sue Short', userName, password, role, shop };
  return { id: (await createUser(world.ctx('office.admin'), user))._id, userName };
}

/** An authenticator app that has scanned the QR code of an address. */
export function readApp(uri: string): (at: Date) => string {
  const app = URI.parse(uri);
  if (!(app instanceof TOTP)) throw new Error(`${uri} is for no authenticator`);
  return (at) => app.generate({ timestamp: at.getTime() });
}

/** A user who set up an authenticator at a given time, which used up the code of that time. */
export async function makeFactorPerson(
  world: World,
  base: string,
  { now, role }: { readonly now: Date; readonly role?: Role },
): Promise<FactorPerson> {
  const person = await makePerson(world, role);
  const headers = { 'x-auth-token': await readToken(world, person.userName) };
  const begun = await post(base, '/api/factors/authenticator', { currentPassword: password }, headers);
  const codeAt = readApp((begun.json as { uri: string }).uri);
  const confirmation = await post(base, '/api/factors/authenticator/confirm', { code: codeAt(now) }, headers);
  if (confirmation.status !== 200) throw new Error(confirmation.text);
  return { ...person, codeAt, recoveryCodes: (confirmation.json as { recoveryCodes: string[] }).recoveryCodes };
}

/** Signs in with the password; returns the ticket for the next step. */
export async function getTicket(base: string, userName: string, headers: Headers = {}): Promise<string> {
  const { json, text } = await post(base, '/api/auth', { userName, password }, headers);
  const { ticket } = json as { ticket?: string };
  if (ticket === undefined) throw new Error(`no ticket: ${text}`);
  return ticket;
}
