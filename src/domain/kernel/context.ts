import type { Knex } from 'knex';
import type { Permission } from './rights/permissions.js';
import type { Audience, Role } from './rights/roles.js';
import type { Session, Tokens } from './rights/tokens.js';
import { getAudience, grants, isShopRole } from './rights/roles.js';
import type { OutsideAccess } from './platform/outside.js';
import type { SetupCode } from './platform/setup-code.js';
import type { Cursors } from './records/cursors.js';
import type { SupportDesk } from './platform/support-desk.js';
import type { Topic } from './topics.js';

/** The actor: a signed-in user, an API key or the command line. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
  readonly role: Role;
  readonly shopId: string | null;
  readonly viewOnly: boolean;
  readonly superAdmin: boolean;
  readonly superRole: string | null;
  readonly grants: readonly string[];
  /** The permissions to which an API key is limited; undefined for a user. */
  readonly scopes?: readonly Permission[];
  /** Whose turns and counted calls an API key uses, together with the others of its shop or creator; unset for a user. */
  readonly share?: string;
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

/** A change that open screens should show immediately; never contains figures. */
export interface DomainEvent {
  readonly topic: Topic;
  readonly shopIds: readonly (string | null)[];
  readonly ids?: readonly string[];
  /** The only user it is for. */
  readonly to?: string;
  readonly progress?: ProgressReport;
  /** Who published it, and in which request, because the screen that sent the request knows already. */
  readonly by?: { readonly user: string; readonly request: string };
}

/** The progress of the request with this `key`: counts and one word, no record data. */
export interface ProgressReport {
  readonly key: string;
  readonly done: number;
  readonly total: number;
  readonly step: string;
}

/** The receivers of a message. */
export interface Person {
  readonly _id: string;
  readonly userName: string;
  /** Null for the office. */
  readonly shop: { readonly _id: string } | null;
}

/** The result of an attempt to sign in. */
interface AttemptResult<T> {
  readonly result: T | null;
  readonly isLastGuess: boolean;
  readonly isNewDevice: boolean;
}

/** What only a server provides for signing in: it signs tokens and counts failures. */
export interface SessionParts {
  readonly tokens: Tokens;
  /** The session of the request; null if no user is signed in. */
  readonly session: Session | null;
  /** The session that a new sign-in replaces: one that the same client still has open. */
  readonly replaced: Session | null;
  /** Whether demo accounts may sign in: only on this machine, unless its operator allows more. */
  readonly mayUseDemo: boolean;
  /** The code that first set-up requires; without one, set-up is not available here. */
  readonly setupCode?: SetupCode | undefined;
  /**
   * Runs one sign-in attempt; `check` returns null if it fails. Throws `too-many-attempts` if the name, the address
   * or the device has failed too often. `isLastGuess`: after this failure, devices that never signed in to the
   * account are blocked. `isNewDevice`: as far as known, the client never signed in to the account before. The device
   * is remembered when the user `isIn`, by default with the password.
   */
  readonly attempt: <T>(
    userName: string,
    check: () => Promise<T | null>,
    isIn?: (result: T) => boolean,
  ) => Promise<AttemptResult<T>>;
  /** The same for the code after the password, counted separately; without a name for an invalid ticket. */
  readonly attemptCode: <T>(userName: string | null, check: () => Promise<T | null>) => Promise<AttemptResult<T>>;
  /**
   * The same for a proof that cannot be guessed and identifies its user itself, such as a passkey. Only failures from
   * one address are counted, so that no one can lock out others. The device is remembered when the user `isIn`, by
   * default with the proof.
   */
  readonly attemptProof: <T extends { readonly userName: string }>(
    check: () => Promise<T | null>,
    isIn?: (result: T) => boolean,
  ) => Promise<Pick<AttemptResult<T>, 'result' | 'isNewDevice'>>;
  /** Counts a request for a link by email. Throws `too-many-attempts` if the client has requested too many. */
  readonly admitRequest: (userName: string) => Promise<void>;
  /** Called when the guesses for a name are used up, of its password or of the code after the correct password. */
  readonly reportGuesses: (ctx: Ctx, userName: string, what: 'password' | 'code') => Promise<unknown>;
  /** Notifies a user that one of their passkeys seems to be copied. */
  readonly reportCopy: (ctx: Ctx, person: Person, passkey: string) => Promise<unknown>;
  /** Notifies a user, also by email, that their second factors changed, in the transaction of the change. */
  readonly reportFactors: (tx: Omit<WriteCtx, 'actor'>, person: Person, content: string) => Promise<unknown>;
}

/** The origin of a request. */
export interface Client {
  /** The IP address. */
  readonly address: string;
  /** The user agent, which a client can set to anything. */
  readonly userAgent: string;
  /**
   * The address through which the client reached this server, such as `https://office.example.com`; reliable only for
   * a trusted client.
   */
  readonly origin?: string;
}

/** Where support tickets are sent besides the database; only on a server. */
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
  /** Who approved the change besides the actor; set only by the approval of a request. Null for the operator. */
  readonly secondPerson?: { readonly id: string | null } | undefined;
  /** The source of the change if known: the address of the screen, the command, the job. */
  readonly origin?: string | undefined;
  readonly idempotency?: { readonly key: string; readonly hash: string } | undefined;
  readonly progress?: Progress | undefined;
  /** Whether this is part of a batch that notifies the shops itself, so that its records cause no notices. */
  readonly isBatched?: boolean;
  /** Aborted when the caller disconnects before the answer; long work then stops and stores nothing. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the events of a write after it has committed; with null if it changed nothing, because its answer
   * came from an earlier call or all values were already stored.
   */
  readonly onCommit?: ((events: readonly DomainEvent[] | null) => void) | undefined;
  readonly sessions?: SessionParts | undefined;
  /** Only set for a request. */
  readonly client?: Client | undefined;
  readonly support?: SupportParts | undefined;
  /** Encrypts the cursors of long lists; without it, lists have only pages. */
  readonly cursors?: Cursors | undefined;
  /** Reaches other systems; every entry point has it. */
  readonly outside?: OutsideAccess | undefined;
}

/** A context whose actor is known. */
export interface ActorCtx extends Ctx {
  readonly actor: Actor;
}

/** A context inside a transaction: writes are audited, and published when it commits. */
export interface WriteCtx extends ActorCtx {
  audit(entries: AuditEntry | readonly AuditEntry[]): Promise<void>;
  /**
   * Reports that a record already has the requested values. A call that changes nothing else stores nothing, and its
   * answer states that.
   */
  unchanged(): void;
  publish(event: DomainEvent): Promise<void>;
}

/** The actor for the command line and for jobs, which may do everything and is recorded under its own name. */
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
