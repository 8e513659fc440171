import type { KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import type { Client, Clock, SessionParts } from '../domain/kernel/context.js';
import type { SetupCode } from '../domain/kernel/platform/setup-code.js';
import type { Tokens } from '../domain/kernel/rights/tokens.js';
import { reportCopy, reportFactors } from '../domain/messaging/notices/factors.js';
import { reportGuesses } from '../domain/messaging/notices/guesses.js';
import type { FailureCounts } from './guard/failure-counts.js';
import { replacedToken } from './guard/session-cookie.js';
import { signInGuard } from './guard/sign-in-guard.js';
import { isFromHere } from './http/visitor.js';
import { getState } from './state.js';

/** What signing in runs on. */
export interface SignInMeans {
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly failures: FailureCounts;
  /** Signs the cookies of known devices. */
  readonly deviceKey: KeyObject;
  /** Suffix of the session cookie's name, because installations on one host at different ports share cookies. */
  readonly sessionCookie: string;
  /** Whether demo accounts can sign in from other machines. */
  readonly openDemo: boolean;
  readonly setupCode?: SetupCode | undefined;
}

/** Whether the demo accounts, whose passwords are public, may be used from where a request comes. */
export const mayUseDemo = ({ openDemo }: Pick<SignInMeans, 'openDemo'>, ctx: Context): boolean =>
  openDemo || isFromHere(ctx);

// Classes, because few calls need these values, and V8 keeps an object literal with getters in a dictionary of its own:
// with three getters in the context of each request, a sixth of what a call allocates survived garbage collections.

/** The origin of a request. */
export class RequestClient implements Client {
  constructor(private readonly ctx: Context) {}

  get address() {
    return this.ctx.ip;
  }
  get userAgent() {
    return this.ctx.get('user-agent');
  }
  get origin() {
    return this.ctx.origin;
  }
}

/** What signing in and out needs of a request. */
export class RequestSessions implements SessionParts {
  constructor(
    private readonly parts: SignInMeans,
    private readonly ctx: Context,
  ) {}

  get tokens() {
    return this.parts.tokens;
  }
  get session() {
    return getState(this.ctx).session ?? null;
  }
  get setupCode() {
    return this.parts.setupCode;
  }
  get replaced() {
    return this.parts.tokens.read(replacedToken(this.ctx, this.parts.sessionCookie), this.parts.clock.now());
  }
  get mayUseDemo() {
    return mayUseDemo(this.parts, this.ctx);
  }
  get admitRequest() {
    return this.guard.admitRequest;
  }
  get attempt() {
    return this.guard.attempt;
  }
  get attemptCode() {
    return this.guard.attemptCode;
  }
  get attemptProof() {
    return this.guard.attemptProof;
  }
  get reportFactors() {
    return reportFactors;
  }
  get reportGuesses(): SessionParts['reportGuesses'] {
    return (caller, userName, what) => reportGuesses(caller, { userName, what });
  }
  get reportCopy(): SessionParts['reportCopy'] {
    return (caller, { _id }, passkey) => reportCopy(caller, { id: _id, passkey });
  }

  private get guard() {
    return signInGuard(this.parts.failures, this.parts.deviceKey, this.ctx);
  }
}
