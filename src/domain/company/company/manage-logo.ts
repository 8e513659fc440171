import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FileAnswer } from '../../files/file.js';
import { type FileBytes, isFileBytes } from '../../files/file-bytes.js';
import { redrawImage } from '../../files/images/redraw.js';
import type { WriteCtx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { updateRecord, RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { findEveryone } from './audience.js';
import { companyKind, findCompany } from './queries.js';
import { Company } from './schema.js';

/** Bytes; large enough for a printed letterhead. */
const MOST = { width: 600, height: 240 };
const Bytes = z.custom<FileBytes>(isFileBytes, 'is not a file');
const SaveResult = z.object({ msg: z.string(), item: Company });

export const updateLogo = service({
  summary: "Set the company's logo: a PNG, JPEG or WebP of at most 2 MB, shown on screens and documents",
  permission: 'company.write',
  effect: 'write',
  input: z.object({
    file: z.object({ name: z.string().max(300), bytes: Bytes }).optional(),
    /** The file as base64 in JSON. */
    image: z.base64('must be base64').max(3_000_000, 'must be at most 2 MB').optional(),
  }),
  output: SaveResult,
  prepare: async (_, { file, image }) => {
    if (!file && !image) throw invalid('file', 'Choose a picture');
    const { bytes, ...size } = await redrawImage(file?.bytes ?? Buffer.from(image ?? '', 'base64'), MOST);
    return { ...size, bytes: Buffer.from(bytes), hash: createHash('sha256').update(bytes).digest('hex') };
  },
  run: async (ctx, _, logo) => {
    const company = await findCompany(ctx.db);
    if (!company) throw notFound('Company');
    return changeLogo(ctx, { id: company._id, msg: 'Logo is saved' }, async (company_id) => {
      await ctx
        .db('company_logos')
        .insert({ company_id, ...logo, created_at: ctx.clock.now() })
        .onConflict('company_id')
        .merge();
    });
  },
});

export const deleteLogo = service({
  summary: "Remove the company's logo",
  permission: 'company.write',
  effect: 'write',
  input: RecordId,
  output: SaveResult,
  run: (ctx, { id }) =>
    changeLogo(ctx, { id, msg: 'Logo is removed' }, async (company_id) => {
      await ctx.db('company_logos').where({ company_id }).delete();
    }),
});

interface Change {
  readonly id: string;
  readonly msg: string;
}

async function changeLogo(ctx: WriteCtx, { id, msg }: Change, write: (id: string) => Promise<void>) {
  const item = await updateRecord(ctx, companyKind, { id }, () => write(id));
  await ctx.publish({ topic: 'company', shopIds: await findEveryone(ctx) });
  return { msg, item };
}

export const getLogo = service({
  summary: "Get the company's logo by the address in its profile",
  permission: 'anyone',
  effect: 'read',
  input: z.object({ hash: z.string().max(200) }),
  output: FileAnswer,
  run: async (ctx, { hash }) => {
    const row = await queryFirstRow<{ bytes: Buffer }>(ctx.db('company_logos').where({ hash }).first('bytes'));
    if (!row) throw notFound('Logo');
    return { name: 'logo.png', type: 'image/png', bytes: row.bytes };
  },
});
