import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { getKeyActor } from './actor.js';
import { findSignInKeys, type SignInKey } from './queries.js';
import { hashSecret, readPrefix } from './secret.js';
import type { Actor, Logger } from '../../kernel/context.js';

const FRESH_MS = 1000;
/** Milliseconds during which all unknown keys share one database query. */
const UNKNOWN_MS = 50;
const MINUTE_MS = 60_000;

/** A usable API key, and the actor it stands for. */
export interface UsableKey {
  readonly key: SignInKey;
  readonly actor: Actor;
}

interface KnownKey {
  readonly key: SignInKey;
  /** Null if its creator has left. */
  readonly actor: Actor | null;
  /** When the key and its secret expire, in Unix milliseconds. */
  readonly ends: number;
  readonly secretEnds: number;
}

interface Ring {
  /** By the visible part of their secret. */
  readonly keys: ReadonlyMap<string, SignInKey>;
  /** Those used since then, by their secrets. */
  readonly genuine: Map<string, KnownKey>;
  readonly at: number;
}

/**
 * The API keys in memory. They are read again after at most one second, and immediately when a key or a user changes.
 * Checking a key therefore needs no query, and a flood of forged keys causes at most twenty a second.
 */
export class KeyRing {
  private ring: Ring | null = null;
  private loading: Promise<Ring> | null = null;
  private changedAt = 0;
  private readonly notedAt = new Map<string, number>();

  constructor(
    private readonly reads: Knex,
    private readonly writes: Knex,
    private readonly logger: Logger,
  ) {}

  /** Makes the next check read the keys again, because one has changed. */
  forget(): void {
    this.changedAt = performance.now();
    this.ring = null;
    this.loading = null; // a read in progress may have started before the change
  }

  /** The key of a token if it can be used at `now` from `address`; otherwise null. */
  async find(
    text: string,
    { now, address }: { readonly now: Date; readonly address: string },
  ): Promise<UsableKey | null> {
    const usableKey = this.getFresh()?.genuine.get(text) ?? (await this.verify(text));
    if (!usableKey) return null;
    const refusal = describeRefusal(usableKey, now, address);
    this.note(usableKey.key, { now, address, refusal });
    return usableKey.actor && refusal === null ? { key: usableKey.key, actor: usableKey.actor } : null;
  }

  /** The key of a token; undefined if there is none. */
  private async verify(text: string): Promise<KnownKey | undefined> {
    const prefix = readPrefix(text);
    if (prefix === null) return undefined;
    const { keys, genuine } = await this.look(prefix);
    const key = keys.get(prefix);
    if (!key || !isSame(hashSecret(text), key.hash)) return undefined;
    const entry = { key, actor: getKeyActor(key), ends: toEnd(key.expiresAt), secretEnds: toEnd(key.secretExpiresAt) };
    genuine.set(text, entry);
    return entry;
  }

  /** Whether a token was a key when the keys were last read; makes no query. */
  knows(text: string): boolean {
    return this.ring?.genuine.has(text) ?? false;
  }

  private getFresh(): Ring | null {
    return this.ring && performance.now() - this.ring.at < FRESH_MS ? this.ring : null;
  }

  /**
   * Reads the keys again for an unknown key, because it may be newer than the last read. Concurrent callers share one
   * read.
   */
  private async look(prefix: string): Promise<Ring> {
    const arrivedAt = performance.now();
    let ring = this.getFresh() ?? (await this.load());
    while (!ring.keys.has(prefix) && ring.at < arrivedAt) {
      const age = performance.now() - ring.at;
      if (age < UNKNOWN_MS) await sleep(UNKNOWN_MS - age);
      ring = this.ring && this.ring.at >= arrivedAt ? this.ring : await this.load();
    }
    return ring;
  }

  private async load(): Promise<Ring> {
    const loading = (this.loading ??= this.readRing());
    try {
      return await loading;
    } finally {
      if (this.loading === loading) this.loading = null;
    }
  }

  private async readRing(): Promise<Ring> {
    const at = performance.now();
    const keys = new Map((await findSignInKeys(this.reads)).map((key) => [key.prefix, key]));
    const ring = { keys, genuine: new Map<string, KnownKey>(), at };
    if (at >= this.changedAt) this.ring = ring;
    return ring;
  }

  /** Records that a key was used or refused, at most once a minute, without delaying the request. */
  private note({ secretId: id }: SignInKey, { now, address, refusal }: Use): void {
    const what = refusal === null ? id : `${id} ${refusal}`;
    if (now.getTime() - (this.notedAt.get(what) ?? 0) < MINUTE_MS) return;
    if (this.notedAt.size > 5000) this.notedAt.clear();
    this.notedAt.set(what, now.getTime());
    const row =
      refusal === null
        ? { used_at: now, used_from: address }
        : { refused_at: now, refused_from: address, refused_why: refusal };
    this.writes('api_key_secrets')
      .where({ id })
      .update(row)
      .then(undefined, (error: unknown) =>
        this.logger.warn({ err: error }, 'could not record when a key was last used'),
      );
  }
}

interface Use {
  readonly now: Date;
  readonly address: string;
  readonly refusal: string | null;
}

const toEnd = (end: string | null): number => (end === null ? Infinity : Date.parse(end));

/** Why a genuine key is refused, for those who manage it. The caller does not get the reason. */
function describeRefusal({ key, actor, ends, secretEnds }: KnownKey, now: Date, address: string): string | null {
  if (key.isRevoked) return 'revoked';
  if (ends <= now.getTime()) return 'expired';
  if (secretEnds <= now.getTime()) return 'replaced by a newer secret';
  if (!actor) return 'its creator no longer has an account';
  return key.networks.length > 0 && !isWithin(key.networks, address) ? 'not from an allowed address' : null;
}

const isSame = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};

const getFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function isWithin(networks: readonly string[], from: string): boolean {
  const address = from.replace(/^::ffff:(?=\d+\.)/i, '');
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(start, getFamily(start));
    else list.addSubnet(start, Number(bits), getFamily(start));
  }
  return isIP(address) !== 0 && list.check(address, getFamily(address));
}
