import type { Actor, ActorCtx, WriteCtx } from '../../../kernel/context.js';
import { inTransaction, service } from '../../../kernel/service.js';
import { refuseAny } from '../../order-files/result.js';
import { ImportOrders, UploadedOrders } from '../../order-files/schema.js';
import { previewUpload, storeUpload, toAnswers } from '../../order-files/service.js';
import { describePush, type PushResult, readPush } from './result.js';
import { pushRows } from './push-rows.js';
import type { z } from 'zod';
import { tryOut } from '../../../kernel/try-out.js';

/** Whether the actor is an API key: keys have scopes, users do not. */
const isKey = ({ scopes }: Actor): boolean => scopes !== undefined;

type Input = z.output<typeof ImportOrders>;
const receiving = { permission: 'orders.import', input: ImportOrders, output: UploadedOrders } as const;

export const receiveOrders = service({
  ...receiving,
  summary: 'Upload orders; with an API key, send orders as they change: changes to existing orders become proposals',
  effect: 'write',
  run: (tx, input) => (isKey(tx.actor) ? push(tx, input) : storeUpload(tx, input, toAnswers(input))),
});

export const previewReceivedOrders = service({
  ...receiving,
  summary: 'Preview what uploading these orders would do',
  effect: 'read',
  run: (ctx, input) => (isKey(ctx.actor) ? previewPush(ctx, input) : previewUpload(ctx, input, toAnswers(input))),
});

async function push(tx: WriteCtx, input: Input, isPreview = false): Promise<PushResult> {
  const result = await describePush(tx.db, await pushRows(tx, readPush(input)), isPreview);
  if (input.strict) refuseAny(result.rows);
  return result;
}

/** Imports the rows and rolls back, so that a preview equals what is done. */
const previewPush = (ctx: ActorCtx, input: Input): Promise<PushResult> =>
  tryOut(
    (work) => inTransaction({ ...ctx, onCommit: undefined }, work, false),
    (tx: WriteCtx) => push(tx, input, true),
  );
