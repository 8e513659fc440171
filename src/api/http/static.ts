import fs from 'node:fs';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';

const YEAR = 365 * 24 * 3600 * 1000;

/**
 * The built dashboard. Hashed assets are cached forever, the page is always revalidated, and a missing asset is a
 * 404, never the page.
 */
export function dashboard(folder: string) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return void (await next());
    const isAsset = /\.\w{2,5}$/.test(ctx.path);
    if (isAsset && !fs.existsSync(path.join(folder, path.normalize(ctx.path)))) return void (await next());
    const immutable = ctx.path.startsWith('/assets/');
    ctx.compress = false;
    ctx.remove('cache-control'); // otherwise no type is set
    await send(ctx, isAsset ? ctx.path : '/index.html', {
      root: folder,
      brotli: true,
      gzip: true,
      ...(immutable ? { maxage: YEAR, immutable: true } : {}),
    });
    if (!immutable) ctx.set('cache-control', 'no-cache');
  };
}
