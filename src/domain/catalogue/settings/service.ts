import { z } from 'zod';
import { findBaseStyles, findShopBaseStyles } from '../base-styles/queries.js';
import { BaseStyle, ShopBaseStyle } from '../base-styles/schema.js';
import { findCompany, settingsKind } from '../../company/company/queries.js';
import { Settings, SettingsFields, settingColumns } from '../../company/company/schema.js';
import { type ActorCtx, getScope } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { toRow } from '../../kernel/records/columns.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { updateRecord, findRecord } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { shopKind } from '../../company/shops/queries.js';
import { Shop } from '../../company/shops/schema.js';
import { ChangeSettings } from './schema.js';

type CompanySettings = z.output<typeof Settings>;

async function getSettings(ctx: ActorCtx): Promise<CompanySettings> {
  const company = await findCompany(ctx.db);
  if (!company) throw notFound('Company');
  return findRecord(ctx.db, settingsKind, company._id);
}

export const getCompanySettings = service({
  summary: 'Get the company settings',
  permission: 'company.read',
  effect: 'read',
  input: z.object({}),
  output: Settings,
  run: getSettings,
});

export const getShopSettings = service({
  summary: "Get your shop's settings: address, overhead, categories and percents",
  permission: 'shops.settings',
  effect: 'read',
  input: z.object({}),
  output: Shop,
  run: (ctx) => findRecord(ctx.db, shopKind, getScope(ctx.actor) ?? ''),
});

export const getOwnSettings = service({
  summary: "Get the settings of your side: the company's or your shop's",
  permission: 'catalogue.view',
  effect: 'read',
  input: z.object({}),
  output: { office: z.union([Settings, Shop]), shop: Shop },
  run: async (ctx): Promise<CompanySettings | z.output<typeof Shop>> => {
    const shop = getScope(ctx.actor);
    return shop ? findRecord(ctx.db, shopKind, shop) : getSettings(ctx);
  },
});

export const listOwnBaseStyles = service({
  summary: "List base styles at the values of your side: standard or your shop's",
  permission: 'catalogue.view',
  effect: 'read',
  input: Listing.extend({ size: Listing.shape.size.default(500) }),
  output: { office: getList(z.union([ShopBaseStyle, BaseStyle])), shop: getList(ShopBaseStyle) },
  run: async (ctx, listing) => {
    const shop = getScope(ctx.actor);
    const rows: (z.output<typeof ShopBaseStyle> | z.output<typeof BaseStyle>)[] = shop
      ? await findShopBaseStyles(ctx.db, shop)
      : await findBaseStyles(ctx.db);
    return getPage(rows, listing, ['name']);
  },
});

const SaveResult = z.object({ msg: z.string(), item: Settings });
const write = { permission: 'company.write', effect: 'write', output: SaveResult } as const;

export const replaceSettings = service({
  ...write,
  summary: 'Set the company settings, replacing any previous values',
  input: SettingsFields,
  run: async (ctx, fields) => {
    const company = await findCompany(ctx.db);
    if (!company) throw notFound('Company');
    const { _id: id } = company;
    const item = await updateRecord(ctx, settingsKind, { id }, () =>
      ctx.db('companies').where({ id }).update(toRow(settingColumns, fields)),
    );
    return { msg: 'Settings are created', item };
  },
});

export const updateSettings = service({
  ...write,
  summary: 'Change the company settings; existing orders keep their prices',
  input: ChangeSettings,
  run: async (ctx, { id, revision, ...fields }) => {
    const item = await updateRecord(ctx, settingsKind, { id, revision }, () =>
      ctx.db('companies').where({ id }).update(toRow(settingColumns, fields)),
    );
    return { msg: 'Settings are updated', item };
  },
});
