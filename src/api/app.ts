import { randomUUID } from 'node:crypto';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Router, { type RouterContext } from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import compose from 'koa-compose';
import type { FileAnswer, LargeFile } from '../domain/files/file.js';
import { isWrongPassword } from '../domain/company/users/passwords.js';
import { SIGNED_OUT } from '../domain/company/users/sign-in.js';
import { DomainError, invalid, notFound } from '../domain/kernel/errors.js';
import { keepError } from '../domain/operations/logs/model.js';
import { answerImage, answerJson } from './http/answers.js';
import { readInTime } from './http/slow-clients.js';
import { bodyReaders, toFields, takeTurn, takeTurnForFile } from './http/body.js';
import { markDeprecated } from './http/deprecation.js';
import type { Capacity } from './guard/capacity.js';
import { admitCaller, findCurrentActor, isKnownToken, requestContext, type Parts } from './context.js';
import { eventStream, type EventHub, nameTopics } from './events.js';
import { health, whileItAnswers, type Health } from './health.js';
import { authorize, type Service } from '../domain/kernel/service.js';
import { compressLong } from './middleware/compress-long.js';
import { errors } from './middleware/errors.js';
import { observe, type Metrics } from './middleware/observe.js';
import { security } from './middleware/security.js';
import { strangersWait } from './middleware/strangers.js';
import { unreadBody } from './middleware/unread-body.js';
import { openApi } from './contract/openapi.js';
import { apiPage } from './contract/openapi-page.js';
import type { Route } from './route.js';
import { routeLists, routes } from './routes.js';
import { closeSession, openSession, tokenIn, usesCookie } from './guard/session-cookie.js';
import type { LimitName } from './guard/rate-limits.js';
import { getPerson, getState } from './state.js';
import { dashboard } from './http/static.js';
import { securityText } from './guard/security-text.js';
import { staticText } from './http/static-text.js';
import { checkHost, warnOfProxy } from './http/visitor.js';
import { packageFolder } from '../package.js';

export interface AppParts extends Parts {
  readonly hub: EventHub;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly capacity: Capacity;
  readonly trustProxy?: boolean;
  /** The host names under which it is served. */
  readonly hosts: readonly string[];
  readonly securityContacts: readonly string[];
  readonly dashboardFolder?: string;
}

const distDashboard = fileURLToPath(new URL('dist/dashboard', packageFolder));

/** The HTTP application: the registry's calls, the health pages and the dashboard. */
export function createApp(parts: AppParts): Koa {
  const app = new Koa({ proxy: parts.trustProxy ?? false, maxIpsCount: 1 });
  app.use(strangersWait((ctx) => isKnownToken(parts, tokenIn(ctx, parts.sessionCookie))));
  app.use(unreadBody);
  app.use(identify);
  app.use(observe(parts.logger, parts.metrics));
  app.use(errors(parts.logger, (entry) => keepError(parts.db, entry)));
  app.use(security());
  app.use(warnOfProxy(parts.logger));
  app.use(checkHost(parts.hosts));
  app.use(compressLong);
  app.use(health(parts.health, parts.metrics));
  app.use(whileItAnswers(parts.health));
  app.use(securityText(parts.securityContacts));
  app.use(api(parts));
  app.use(unknownCall);
  app.use(dashboard(parts.dashboardFolder ?? distDashboard));
  return app;
}

const identify = (ctx: Context, next: Next): Promise<void> => {
  const givenId = ctx.req.headers['x-request-id'];
  const requestId = typeof givenId === 'string' && /^[\w-]{8,64}$/.test(givenId) ? givenId : randomUUID();
  getState(ctx).requestId = requestId;
  ctx.res.setHeader('x-request-id', requestId);
  return next();
};

/**
 * The API's calls: those without parameters by their path, the others with one router per area (`/api/orders/…`), so
 * that a request is compared only with paths of its area.
 */
function api(parts: AppParts) {
  type Call = (ctx: Context, next: Next) => Promise<unknown>; // Koa's own context, which the router extends
  const literals = new Map<string, Call>();
  const areas = new Map<string, Router>();
  const getRouter = (url: string): Router => {
    const area = getArea(url);
    const router = areas.get(area) ?? new Router();
    areas.set(area, router);
    return router;
  };
  const document = openApi(routeLists);
  const description = staticText('json', () => JSON.stringify(document));
  const page = staticText('html', () => apiPage(document));
  getRouter('/api/openapi.json').get('/api/openapi.json', description);
  getRouter('/api/docs').get('/api/docs', page);
  getRouter('/api/events').get('/api/events', async (ctx) => {
    const first = (await admitCaller(parts, ctx))?.actor ?? null;
    eventStream(parts.hub, ctx, first, () => findCurrentActor(parts, ctx));
  });
  for (const entry of literalsFirst(routes)) {
    const [method = '', url = ''] = entry.key.split(' ');
    const either = url.replace(/\/$/, ''); // with or without a trailing slash
    // composed once; the router would do it for each request
    const call = compose<RouterContext>([
      ...markDeprecated(entry),
      ...(entry.session === 'ends' ? [endedAlready] : []),
      authenticate(parts, entry),
      ...getLimits(parts, entry),
      ...bodyReaders(entry, parts.capacity),
      ...(isCostly(entry) ? [takeTurnForFile(entry.media ? parts.capacity.exports : parts.capacity.files)] : []),
      ...(entry.guessable ? [countGuesses(parts)] : []),
      ...getTurn(parts, entry),
      handler(parts, entry),
    ]);
    getRouter(url).register(either, [method], call);
    if (!url.includes(':')) for (const path of [either, `${either}/`]) literals.set(`${method} ${path}`, call as Call);
  }
  const routesByArea = new Map([...areas].map(([area, router]) => [area, router.routes() as Call]));
  return (ctx: Context, next: Next): Promise<unknown> => {
    const { method, path } = ctx.request;
    const call = literals.get(`${method} ${path}`) ?? routesByArea.get(getArea(path));
    return call ? call(ctx, next) : next();
  };
}

/** The area `orders` for `/api/orders/:id`. Paths are compared ignoring case, as the routers do. */
const getArea = (url: string): string => (url.split('/', 3)[2] ?? '').toLowerCase();

/** Sorts literal paths before parameters, so that `orders/duplicates` does not match an order ID. */
const literalsFirst = (list: readonly Route[]): Route[] =>
  [...list].sort((a, b) => (a.key.match(/:/g)?.length ?? 0) - (b.key.match(/:/g)?.length ?? 0));

/** Checks authentication and permission before the body is read, so that no one uploads 50 MB only to be refused. */
const authenticate = (parts: Parts, entry: Route) => {
  const routePath = getPath(entry.key);
  return async (ctx: Context, next: Next) => {
    const state = getState(ctx);
    state.routePath = routePath;
    state.changes = entry.service.effect !== 'read';
    const caller = await admitCaller(parts, ctx);
    const actor = caller?.actor ?? null;
    state.user = actor;
    if (caller?.session) state.session = caller.session;
    const { permission, effect } = calledService(ctx, entry);
    authorize({ actor }, permission, effect);
    await next();
  };
};

/**
 * Answers signing out without a session. A page that was closed before it got the answer asks again, and gets the
 * same answer.
 */
const endedAlready = async (ctx: Context, next: Next): Promise<void> => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'not-signed-in' && usesCookie(ctx))) throw error;
    ctx.set('cache-control', 'no-store');
    await answerJson(ctx, SIGNED_OUT);
  }
};

const calledService = (ctx: Context, entry: Route): Service => (wantsPreview(ctx) ? getPreview(entry) : entry.service);

const getPath = (key: string): string => key.slice(key.indexOf(' ') + 1);

const isCostly = ({ file, costly }: Route): boolean => file === true || costly === true;

/**
 * The capacity slot a call waits for once its body is parsed, released before the answer is sent. Uploads and file
 * downloads use other slots.
 */
const getTurn = ({ capacity, health }: AppParts, entry: Route) => {
  const { permission, effect } = entry.service;
  if (permission === 'anyone') return [takeTurn(capacity.strangers)];
  if (entry.rowsAs || isCostly(entry)) return [];
  return [takeTurn(effect === 'read' ? capacity.reads : capacity.writes), whileItAnswers(health)];
};

const getLimits = (parts: Parts, entry: Route) => {
  if (entry.rowsAs) return [countCall(parts, 'uploads')];
  return isCostly(entry) ? [countCall(parts, 'files')] : [];
};

const countCall = (parts: Parts, what: LimitName) => async (ctx: Context, next: Next) => {
  if (!getState(ctx).user) throw new DomainError('not-signed-in', undefined);
  const { headers, refusal } = await parts.limits.count(what, getPerson(ctx));
  ctx.set(headers);
  if (refusal) throw refusal;
  await next();
};

/**
 * Counts wrong current passwords of the signed-in user. The count persists even if the call's transaction rolls back.
 */
const countGuesses = (parts: Parts) => async (ctx: Context, next: Next) => {
  const { failures } = parts;
  let refusal: Error | undefined;
  const attempt = () =>
    next().then(
      () => true,
      (error: unknown) => {
        if (!isWrongPassword(error)) throw error;
        refusal = error;
        return null;
      },
    );
  await failures.count([{ ...failures.password, key: getState(ctx).user?.id ?? '' }], attempt);
  if (refusal) throw refusal;
};

function handler(parts: AppParts, entry: Route) {
  return async (ctx: RouterContext): Promise<void> => {
    const actor = ctx.method === 'GET' ? (getState(ctx).user ?? null) : await findCurrentActor(parts, ctx);
    const body = toFields(ctx, entry);
    const input = { ...ctx.query, ...body, ...ctx.params };
    const use = calledService(ctx, entry);
    const context = requestContext(parts, ctx, actor, {
      body,
      keyed: entry.keyed ?? false,
      effect: use.effect,
      // changes of a preview are rolled back
      onCommit:
        use.effect === 'read'
          ? undefined
          : (events) => {
              parts.remembered.hear(events); // the user who saved it reads it in the next call
              if (!entry.session) nameTopics(ctx, use.effect, events); // a new session has its own reads
            },
    });
    const result = inSession(parts, ctx, entry, await use(context, input));
    if (entry.rowsAs) await othersFirst(); // responses to uploads can be long
    ctx.status = entry.status ?? 200;
    if (entry.image) return answerImage(ctx, result as FileAnswer); // a call with `image` returns one
    if (!entry.file) return answerJson(ctx, result); // no promise for a short answer
    const file = result as FileAnswer | LargeFile; // a call with `file` returns one
    ctx.attachment(file.name);
    ctx.type = file.type;
    if ('headers' in file) ctx.set(file.headers ?? {});
    if ('written' in file && file.written) getState(ctx).written = file.written;
    if (!('content' in file)) ctx.body = Buffer.from(file.bytes);
    else ctx.body = entry.media ? readInTime(ctx.res, file.content, parts.capacity.limits) : file.content;
  };
}

/**
 * Sets or clears the session cookie on the response of a call that starts or ends a session; returns other responses
 * unchanged.
 */
function inSession({ sessionCookie }: Parts, ctx: Context, { session }: Route, result: unknown): unknown {
  if (session === 'opens') return openSession(ctx, sessionCookie, result as { token?: string }); // a call that opens a session returns its token, or the next step
  if (session === 'ends') closeSession(ctx, sessionCookie);
  return result;
}

/** Throws for a preview of a call that has none, because a preview must never apply the change. */
function getPreview({ preview }: Route): Service {
  if (!preview) throw invalid('preview', 'is not supported by this call');
  return preview;
}

/** Whether the call is a preview: `?preview=true` or `1`. Any other value is refused rather than applied. */
function wantsPreview(ctx: Context): boolean {
  const preview = ctx.query['preview'];
  if (preview === undefined || preview === 'false' || preview === '0') return false;
  if (preview === 'true' || preview === '1') return true;
  throw new DomainError('invalid-input', { errors: [{ path: 'preview', msg: 'must be true or false' }] });
}

const unknownCall = (ctx: Context, next: Next): Promise<void> => {
  if (/^\/api(\/|$)/.test(ctx.path)) throw notFound(`${ctx.method} ${ctx.path}`);
  return next();
};
