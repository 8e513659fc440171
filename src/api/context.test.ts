import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import Koa from 'koa';
import { expect, test } from 'vitest';
import type { Ctx } from '../domain/kernel/context.js';
import { requestContext, type Parts } from './context.js';

/** Whether V8 describes the object by a hidden class that it shares with others, and not by a dictionary of its own. */
function hasSharedShape(value: unknown): boolean {
  setFlagsFromString('--allow-natives-syntax');
  return (runInThisContext('(value) => %HasFastProperties(value)') as (value: unknown) => boolean)(value);
}

/** The context of a new request. */
function createOne(method: string): Ctx {
  const request = Object.assign(new IncomingMessage(new Socket()), { method });
  const ctx = new Koa().createContext(request, new ServerResponse(request));
  const options = { body: {}, keyed: false, effect: 'read', onCommit: undefined } as const;
  return requestContext({} as Parts, ctx, null, options); // what it runs on is only passed on
}

test.each(['GET', 'POST'])(
  'the context of a %s has no dictionary, which would slow down garbage collection',
  (method) => {
    const context = createOne(method);
    for (const value of [context, context.sessions, context.client]) expect(hasSharedShape(value)).toBe(true);
  },
);
