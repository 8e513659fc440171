import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { getKeyActor } from './actor.js';
import { findSignInKeys, type SignInKey } from './queries.js';
import { hashSecret, readPrefix } from './secret.js';
import type { Actor, Logger } from '../../kernel/context.js';

const FRESH_MS = 1000;
/** How long a flood of unknown keys shares one look into the database. */
const UNKNOWN_MS = 50;
const MINUTE_MS = 60_000;

/** An API key that may be used now, and who it acts as. */
export interface UsableKey extends SignInKey {
  readonly actor: Actor;
}

interface Ring {
  readonly keys: ReadonlyMap<string, SignInKey>;
  readonly at: number;
}

/**
 * The API keys, read again after at most one second, and at once when a key or a user changes: checking a key then needs
 * no query, and a flood of forged ones costs twenty a second.
 */
export class KeyRing {
  private ring: Ring | null = null;
  private loading: Promise<Ring> | null = null;
  private changedAt = 0;
  private readonly noted = new Map<string, number>();
  private readonly actors = new WeakMap<SignInKey, Actor | null>();

  constructor(
    private readonly reads: Knex,
    private readonly writes: Knex,
    private readonly logger: Logger,
  ) {}

  /** Has the keys read again: one has changed. */
  forget(): void {
    this.changedAt = performance.now();
    this.ring = null;
    this.loading = null; // it may have begun before the change
  }

  /** The key of a text, if it can be used at `now` from `address`; otherwise null. */
  async find(
    text: string,
    { now, address }: { readonly now: Date; readonly address: string },
  ): Promise<UsableKey | null> {
    const prefix = readPrefix(text);
    if (prefix === null) return null;
    const key = await this.look(prefix);
    if (!key || !isSame(hashSecret(text), key.hash)) return null;
    const actor = this.toActor(key);
    const refusal = describeRefusal(key, actor, now, address);
    this.note(key, { now, address, refusal });
    return actor && refusal === null ? { ...key, actor } : null;
  }

  private toActor(key: SignInKey): Actor | null {
    const before = this.actors.get(key);
    if (before !== undefined) return before;
    const actor = getKeyActor(key);
    this.actors.set(key, actor);
    return actor;
  }

  /** Whether a text is a key that was valid when the keys were read last; asks nothing. */
  knows(text: string): boolean {
    const prefix = readPrefix(text);
    const key = prefix === null ? undefined : this.ring?.keys.get(prefix);
    return key !== undefined && isSame(hashSecret(text), key.hash);
  }

  /** A key that is unknown may have been made after the keys were read: they are read again, for all who wait together. */
  private async look(prefix: string): Promise<SignInKey | undefined> {
    const arrived = performance.now();
    const isFresh = this.ring !== null && arrived - this.ring.at < FRESH_MS;
    let ring = isFresh && this.ring ? this.ring : await this.load();
    while (!ring.keys.has(prefix) && ring.at < arrived) {
      const age = performance.now() - ring.at;
      if (age < UNKNOWN_MS) await sleep(UNKNOWN_MS - age);
      ring = this.ring && this.ring.at >= arrived ? this.ring : await this.load();
    }
    return ring.keys.get(prefix);
  }

  private async load(): Promise<Ring> {
    const loading = (this.loading ??= this.read());
    try {
      return await loading;
    } finally {
      if (this.loading === loading) this.loading = null;
    }
  }

  private async read(): Promise<Ring> {
    const at = performance.now();
    const keys = new Map((await findSignInKeys(this.reads)).map((key) => [key.prefix, key]));
    const ring = { keys, at };
    if (at >= this.changedAt) this.ring = ring;
    return ring;
  }

  /** Stores that a key was used or refused: once a minute, and without making the request wait. */
  private note({ secretId: id }: SignInKey, { now, address, refusal }: Use): void {
    const what = `${id} ${refusal ?? ''}`;
    if (now.getTime() - (this.noted.get(what) ?? 0) < MINUTE_MS) return;
    if (this.noted.size > 5000) this.noted.clear();
    this.noted.set(what, now.getTime());
    const row =
      refusal === null
        ? { used_at: now, used_from: address }
        : { refused_at: now, refused_from: address, refused_why: refusal };
    this.writes('api_key_secrets')
      .where({ id })
      .update(row)
      .then(undefined, (error: unknown) => this.logger.warn({ err: error }, 'could not store when a key was used'));
  }
}

interface Use {
  readonly now: Date;
  readonly address: string;
  readonly refusal: string | null;
}

/** Why a genuine key is refused, for whoever manages it; the caller is not told. */
function describeRefusal(key: SignInKey, actor: Actor | null, now: Date, address: string): string | null {
  const hasEnded = (end: string | null): boolean => end !== null && new Date(end) <= now;
  if (key.isRevoked) return 'revoked';
  if (hasEnded(key.expiresAt)) return 'expired';
  if (hasEnded(key.secretExpiresAt)) return 'replaced by a newer secret';
  if (!actor) return 'whoever made it has left';
  return key.networks.length > 0 && !isWithin(key.networks, address) ? 'not from an allowed address' : null;
}

const isSame = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function isWithin(networks: readonly string[], from: string): boolean {
  const address = from.replace(/^::ffff:(?=\d+\.)/i, '');
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(start, familyOf(start));
    else list.addSubnet(start, Number(bits), familyOf(start));
  }
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}
