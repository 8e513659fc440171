import type { DateTime } from 'luxon';
import { getActor, findUserByName } from '../../../company/users/queries.js';
import type { Actor, Ctx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { crews, type Crew } from './staff.js';

/** A context at the time of an act, for a user by user name. */
export type Cast = (userName: string) => Ctx;

/** Something that users of the demo do at a time, through the same use cases as everyone. */
export interface Act {
  readonly at: DateTime;
  /**
   * The only shop whose records it changes, because shops work in parallel. Acts of the office wait for all acts
   * before them.
   */
  readonly crew?: Crew;
  readonly play: (as: Cast) => Promise<unknown>;
}

/** Notices older than this are marked as read. */
const NOTICED_DAYS = 4;

/**
 * Plays acts in chronological order, each at its own time, so that everything that use cases store has that date.
 * Acts in the future are left out.
 */
export async function play(ctx: Ctx, acts: readonly Act[], userNames: readonly string[]): Promise<void> {
  const actors = new Map<string, Actor>();
  for (const userName of userNames) {
    const user = await findUserByName(ctx.db, userName);
    if (!user) throw new Error(`The demo has no user ${userName}.`);
    actors.set(userName, getActor(user));
  }
  const now = ctx.clock.now().getTime();
  const perform = ({ at, play: act }: Act): Promise<unknown> => {
    const isBatched = now - at.toMillis() > NOTICED_DAYS * 24 * 3_600_000;
    return act((userName) => {
      const actor = actors.get(userName);
      if (!actor) throw new Error(`The demo has no user ${userName}.`);
      return { ...ctx, actor, isBatched, clock: { now: () => at.toJSDate() }, requestId: newId() };
    });
  };
  const inTurn = async (some: readonly Act[]): Promise<void> => {
    for (const act of some) await perform(act);
  };
  const past = acts.filter(({ at }) => at.toMillis() < now);
  for (const round of splitRounds(past.toSorted((a, b) => a.at.toMillis() - b.at.toMillis())))
    await Promise.all([undefined, ...crews].map((crew) => inTurn(round.filter((act) => act.crew === crew))));
}

/** Acts in order, split at acts of the office, which are played alone. */
function splitRounds(acts: readonly Act[]): Act[][] {
  const rounds: Act[][] = [];
  let isShared = false;
  for (const act of acts) {
    const round = isShared && act.crew ? rounds.at(-1) : undefined;
    if (round) round.push(act);
    else rounds.push([act]);
    isShared = act.crew !== undefined;
  }
  return rounds;
}
