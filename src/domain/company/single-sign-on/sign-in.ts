import { z } from 'zod';
import type { Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { parseOwnJson } from '../../kernel/objects.js';
import { isDemoAddress } from '../../kernel/platform/demo-address.js';
import { service } from '../../kernel/service.js';
import { recordAccess } from '../access-log/record.js';
import { StepLeft } from '../factors/schema.js';
import { createSignInTicket, findStepLeft } from '../factors/tickets.js';
import { type Challenge, createChallenge, readChallenge, takeChallenge } from '../sessions/challenge.js';
import { requireSessions, startSession } from '../sessions/start-session.js';
import { findUser, findUserByName, toAccount, type UserRow } from '../users/queries.js';
import { bindUser, createBoundUser, followRights, lockFirstArrivals } from './people.js';
import { beginWay, describeFailure, endWay, type ProviderVisit } from './provider.js';
import { findIdentity, findSso, hasIdentity, type SsoRow } from './queries.js';
import { chooseRights, type Claims, readVerifiedEmail } from './rules.js';
import type { SsoRights } from './schema.js';

const PURPOSE = 'single sign-on';

async function requireSso(ctx: Pick<Ctx, 'db'>): Promise<SsoRow> {
  const sso = await findSso(ctx.db);
  if (!sso) throw new DomainError('no-single-sign-on', undefined);
  return sso;
}

export const beginSso = service({
  summary: "Start signing in with the company's provider: the address to open, and what to send back",
  permission: 'anyone',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    /** The address of the provider's sign-in page. */
    address: z.string(),
    /** An encrypted text that the same browser must send back with the provider's answer. */
    flow: z.string(),
  }),
  run: async (ctx) => {
    const sso = await requireSso(ctx);
    try {
      const { address, way } = await beginWay(ctx, sso);
      return { address, flow: createChallenge(ctx, PURPOSE, JSON.stringify(way)) };
    } catch (error) {
      const why = describeFailure(error);
      ctx.logger.error({ requestId: ctx.requestId, why }, 'the single sign-on provider cannot be used');
      throw new DomainError('provider-away', { name: sso.name });
    }
  },
});

/** The user that a verified answer signs in, and the steps this requires. */
type Arrival = {
  readonly userName: string;
  readonly flow: Challenge;
  readonly claims: Claims & { readonly sub: string };
} & (
  | { readonly kind: 'known' | 'bind'; readonly user: UserRow; readonly rights: SsoRights }
  | { readonly kind: 'create'; readonly rights: SsoRights }
);

export const finishSso = service({
  summary: "Finish signing in with the company's provider",
  permission: 'anyone',
  effect: 'personal',
  input: z.object({
    flow: z.string('is missing').max(4000, 'is too long'),
    /** The query string of the address to which the provider redirected. */
    answer: z.string('is missing').max(8000, 'is too long'),
  }),
  output: z.union([z.object({ token: z.string() }), StepLeft]),
  prepare: async (ctx, input) => {
    const sso = await requireSso(ctx);
    let refusal = '';
    const find = async () => {
      const arrival = await findArrival(ctx, sso, input);
      if (!('refusal' in arrival)) return { ...arrival, hasCodeLeft: await hasCodeLeft(ctx, sso, arrival) };
      refusal = arrival.refusal;
      return null;
    };
    const isIn = (arrival: { readonly hasCodeLeft: boolean }) => !arrival.hasCodeLeft;
    const { result, isNewDevice } = await requireSessions(ctx).attemptProof(find, isIn);
    if (!result) throw new DomainError('sso-refused', { why: refusal });
    return { sso, arrival: result, isNewDevice };
  },
  run: async (ctx, _, { sso, arrival, isNewDevice }) => {
    if (!(await takeChallenge(ctx, arrival.flow))) throw new DomainError('sso-refused', { why: LATE });
    const user = await arrive(ctx, sso, arrival);
    const step = sso.trustsFactors ? null : await findStepLeft(ctx.db, user);
    if (step !== null) return createSignInTicket(ctx, user, step);
    const provenAccount = { ...toAccount(user), generation: user.generation };
    return startSession(ctx, provenAccount, { how: `by ${sso.name} (single sign-on)`, isNewDevice });
  },
});

/**
 * Whether a code must follow. Until then the device is not remembered, because a known device has guesses of its own.
 */
const hasCodeLeft = async ({ db }: Pick<Ctx, 'db'>, sso: SsoRow, arrival: Arrival): Promise<boolean> =>
  !sso.trustsFactors && arrival.kind !== 'create' && (await findStepLeft(db, arrival.user)) === 'code';

/** Creates, links or changes the user as the provider says. Throws if another sign-in has just linked either. */
async function arrive(ctx: Parameters<typeof bindUser>[0], sso: SsoRow, arrival: Arrival): Promise<UserRow> {
  const { rights, claims, userName } = arrival;
  if (arrival.kind !== 'known') await lockFirstArrivals(ctx, sso);
  const { kind, user } = arrival.kind === 'known' ? arrival : await findOwner(ctx, sso, claims, userName);
  if (kind === 'taken' || user?.active === false) throw new DomainError('sso-refused', { why: MEANWHILE });
  if (!user) return createBoundUser(ctx, sso, { rights, claims, userName });
  await bindUser(ctx, sso, { user, subject: claims.sub });
  return followRights(ctx, sso, { user, rights });
}

const MEANWHILE = 'Your account changed while you signed in. Start again.';
const LATE = 'Signing in took too long, is already complete, or began in another browser. Start again.';

interface Refusal {
  /** The text for the user. */
  readonly refusal: string;
}

/** The user who tried to sign in, if known. */
type SignInUser = { readonly id: string | null; readonly userName: string };

/** The user that a response signs in, or the reason there is none, as a sentence. The access log records every refusal. */
async function findArrival(
  ctx: Ctx,
  sso: SsoRow,
  { flow: flowToken, answer }: { readonly flow: string; readonly answer: string },
): Promise<Arrival | Refusal> {
  const refuse = async (refusal: string, detail: string, user: SignInUser = { id: null, userName: '' }) => {
    await recordAccess(ctx, { kind: 'sign-in', result: 'refused', user, detail: `${sso.name}: ${detail}` });
    return { refusal };
  };
  const flow = readChallenge(ctx, flowToken, PURPOSE);
  const way = flow && parseOwnJson<ProviderVisit>(flow.content); // we encrypted it
  if (!flow || way?.issuer !== sso.issuer || way.clientId !== sso.clientId)
    return refuse(LATE, 'the response came too late');
  let claims;
  try {
    claims = await endWay(ctx, sso, { way, answer });
  } catch (error) {
    const why = describeFailure(error);
    ctx.logger.warn({ requestId: ctx.requestId, why }, 'a response of the single sign-on provider was refused');
    return refuse(`${sso.name} did not sign you in. Start again; if it happens again, tell your administrator.`, why);
  }
  const email = readVerifiedEmail(claims);
  const account = { id: null, userName: email ?? '' };
  const rights = chooseRights(sso, claims);
  if (!rights)
    return refuse(
      `Your account at ${sso.name} has no access here. Ask your administrator.`,
      'no rule gives a role',
      account,
    );
  const owner = await findOwner(ctx, sso, claims, email);
  const { user } = owner;
  if (user && !user.active) return refuse(INACTIVE, 'the account is deactivated', toAccount(user));
  if (user && !requireSessions(ctx).mayUseDemo && isDemoAddress(user.userName))
    throw new DomainError('demo-account', undefined);
  if (owner.kind === 'taken')
    return refuse(
      `Your email address is already linked to another ${sso.name} account. Ask your administrator.`,
      'the address is linked to another account of the provider',
      account,
    );
  if (user) return { kind: owner.kind, user, rights, claims, flow, userName: user.userName.toLowerCase() };
  if (email === null)
    return refuse(
      `${sso.name} has not verified your email address. Ask your administrator.`,
      'no verified email address',
    );
  if (!sso.createsUsers)
    return refuse(
      `You have no account here yet. Ask your administrator to add ${email}.`,
      'no account has this address',
      account,
    );
  return { kind: 'create', rights, claims, flow, userName: email };
}

const INACTIVE = 'Your account is deactivated. Ask your administrator.';

/**
 * The user that belongs to the provider's identity: by the provider's own ID, or the first time by verified email
 * address.
 */
async function findOwner(
  { db }: Pick<Ctx, 'db'>,
  { issuer }: SsoRow,
  { sub }: Claims & { readonly sub: string },
  email: string | null,
): Promise<{ kind: 'known' | 'bind' | 'taken'; user: UserRow | undefined }> {
  const bound = await findIdentity(db, issuer, sub);
  if (bound) return { kind: 'known', user: await findUser(db, bound.userId) };
  const user = email === null ? undefined : await findUserByName(db, email);
  return user && (await hasIdentity(db, issuer, user._id)) ? { kind: 'taken', user } : { kind: 'bind', user };
}
