import type { Knex } from 'knex';
import type { Permission } from './rights/permissions.js';
import type { Audience, Role } from './rights/roles.js';
import type { Session, Tokens } from './rights/tokens.js';
import { getAudience, grants, isShopRole } from './rights/roles.js';
import type { Outside } from './platform/outside.js';
import type { SetupCode } from './platform/setup-code.js';
import type { Cursors } from './records/cursors.js';
import type { SupportDesk } from './platform/support-desk.js';
import type { Topic } from './topics.js';

/** Who is acting: a signed-in user, an API key or the command line. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
  readonly role: Role;
  readonly shopId: string | null;
  readonly viewOnly: boolean;
  readonly superAdmin: boolean;
  readonly superRole: string | null;
  readonly grants: readonly string[];
  /** The only permissions of an API key; a person has no such limit. */
  readonly scopes?: readonly Permission[];
}

/** The current time, injected so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Receives progress reports from long-running work. */
export interface Progress {
  report(done: number, total: number, step: string): void;
}

/** A change to record in the history: what happened to which record, with the values before and after. */
export interface AuditEntry {
  readonly action: string;
  readonly entity: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly shopId?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A change that open screens should show immediately; never carries figures. */
export interface DomainEvent {
  readonly topic: Topic;
  readonly shopIds: readonly (string | null)[];
  readonly ids?: readonly string[];
  /** The only user it is for. */
  readonly to?: string;
  readonly progress?: ProgressReport;
  /** Who published it, and in which request: the screen that sent it knows already. */
  readonly by?: { readonly user: string; readonly request: string };
}

/** How far the request with this `key` has come: counts and one word, no record data. */
export interface ProgressReport {
  readonly key: string;
  readonly done: number;
  readonly total: number;
  readonly step: string;
}

/** Whom a message reaches. */
export interface Person {
  readonly _id: string;
  readonly userName: string;
  /** Null for the office. */
  readonly shop: { readonly _id: string } | null;
}

/** What became of an attempt to sign in. */
interface Attempted<T> {
  readonly result: T | null;
  readonly isLastGuess: boolean;
  readonly isNewDevice: boolean;
}

/** What signing in needs and only a server has: it signs tokens and counts failures. */
export interface SessionParts {
  readonly tokens: Tokens;
  /** The session of the request; null when no user is signed in. */
  readonly session: Session | null;
  /** The session a new sign-in replaces: one that the same client still has open. */
  readonly replaced: Session | null;
  /** Whether demo accounts may sign in: only on this machine, unless its operator allows more. */
  readonly mayUseDemo: boolean;
  /** The code that first-time setup asks for; without one, setup is not available here. */
  readonly setupCode?: SetupCode | undefined;
  /**
   * Runs one sign-in attempt; `check` returns null when it fails. Throws `too-many-attempts` when the name, the address
   * or the device has failed too often. `isLastGuess`: after this failure, devices that never signed in to the account
   * are blocked. `isNewDevice`: the client never signed in to the account before, as far as it shows. It is remembered
   * once the person `isIn`: by default with the password.
   */
  readonly attempt: <T>(
    userName: string,
    check: () => Promise<T | null>,
    isIn?: (result: T) => boolean,
  ) => Promise<Attempted<T>>;
  /** The same for the code after the password, counted apart; without a name for a ticket that nobody has. */
  readonly attemptCode: <T>(userName: string | null, check: () => Promise<T | null>) => Promise<Attempted<T>>;
  /**
   * The same for a proof that cannot be guessed and names its person itself, such as a passkey: only failures from one
   * address are counted, so that nobody is locked out by others.
   */
  readonly attemptProof: <T extends { readonly userName: string }>(
    check: () => Promise<T | null>,
  ) => Promise<Pick<Attempted<T>, 'result' | 'isNewDevice'>>;
  /** Counts a request for a link by email. Throws `too-many-attempts` when the client has asked too often. */
  readonly admitRequest: (userName: string) => Promise<void>;
  /** Called when a name has used up its guesses: of its password, or of the code after the right password. */
  readonly reportGuesses: (ctx: Ctx, userName: string, what: 'password' | 'code') => Promise<unknown>;
  /** Notifies a person that a passkey of theirs seems to be copied. */
  readonly reportCopy: (ctx: Ctx, person: Person, passkey: string) => Promise<unknown>;
  /** Notifies a person, by mail too, that their second factors changed, in the transaction of the change. */
  readonly reportFactors: (tx: Omit<WriteCtx, 'actor'>, person: Person, content: string) => Promise<unknown>;
}

/** Where a request comes from. */
export interface Client {
  /** The IP address. */
  readonly address: string;
  /** What the client says it is; anyone can write anything into it. */
  readonly userAgent: string;
  /** How the client reached this server, such as `https://office.example.com`: true only of a client one can trust. */
  readonly origin?: string;
}

/** Where support tickets are sent besides the database; only a server knows. */
export interface SupportParts {
  readonly desk: SupportDesk | null;
  /** The address that receives a copy of each ticket. */
  readonly email: string | null;
}

/** Everything a use case may touch. Inside a write, `db` is the transaction. */
export interface Ctx {
  readonly db: Knex;
  readonly actor: Actor | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly via: 'web' | 'key' | 'cli' | 'job';
  readonly requestId: string;
  /** Who approved the change besides the actor; only the approval of a request sets it. Null: the operator. */
  readonly secondPerson?: { readonly id: string | null } | undefined;
  /** Where the change is made, as far as is known: the address of the screen, the command, the job. */
  readonly origin?: string | undefined;
  readonly idempotency?: { readonly key: string; readonly hash: string } | undefined;
  readonly progress?: Progress | undefined;
  /** Part of a batch that notifies the shops itself: no notice for each of its records. */
  readonly isBatched?: boolean;
  /** Aborted when the caller disconnects before the answer; long work then stops and stores nothing. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the events of a write once it has committed; with null where it did nothing: its answer is an earlier one, or all was stored as asked. */
  readonly onCommit?: ((events: readonly DomainEvent[] | null) => void) | undefined;
  readonly sessions?: SessionParts | undefined;
  /** Only a request has one. */
  readonly client?: Client | undefined;
  readonly support?: SupportParts | undefined;
  /** Seals the cursors of long lists; without it, lists have pages only. */
  readonly cursors?: Cursors | undefined;
  /** Reaches other systems; every entry point has it. */
  readonly outside?: Outside | undefined;
}

/** A context whose actor is known. */
export interface ActorCtx extends Ctx {
  readonly actor: Actor;
}

/** A context inside a transaction: writes are audited, and published when it commits. */
export interface WriteCtx extends ActorCtx {
  audit(entries: AuditEntry | readonly AuditEntry[]): Promise<void>;
  /**
   * Reports that a record already holds the requested values. A call that changes nothing else stores nothing, and its
   * answer states that.
   */
  unchanged(): void;
  publish(event: DomainEvent): Promise<void>;
}

/** The actor for the command line and for jobs: may do everything, recorded under its own name. */
export const systemActor = (name: string): Actor => ({
  id: null,
  name,
  role: 'Office Admin',
  shopId: null,
  viewOnly: false,
  superAdmin: true,
  superRole: 'admin',
  grants: [...grants],
});

export const audience = (actor: Actor): Audience => getAudience(actor.role);

const NO_SHOP = '00000000-0000-0000-0000-000000000000';

/** The shop whose records the actor is limited to; null for the office, which sees everything. */
export const getScope = (actor: Actor): string | null => (isShopRole(actor.role) ? (actor.shopId ?? NO_SHOP) : null);
