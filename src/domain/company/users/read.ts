import { z } from 'zod';
import { getScope } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { ByNumber, NumberedRecords } from '../../kernel/records/by-number.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { findUser, findUsers } from './queries.js';
import { ListedUser, userSort } from './schema.js';
import { Id } from '../../kernel/records/fields.js';

export const listUsers = service({
  summary: "List users by name; a Shop Admin gets their own shop's users",
  permission: 'users.list',
  effect: 'read',
  input: Listing.extend({
    sort: userSort,
    size: Listing.shape.size.default(200),
    side: z.enum(['company', 'shop']).optional(),
    shop: Id.optional(),
    active: z.stringbool('must be true or false').optional(),
  }),
  output: getList(ListedUser),
  run: async (ctx, { side, shop, active, ...listing }) => {
    const rows = await findUsers(ctx.db, { side, shop: getScope(ctx.actor) ?? shop, active });
    return getPage(rows, listing, ['name', 'email', 'role', 'shop']);
  },
});

export const listUsersByName = service({
  summary: 'Get a user by email address; a Shop Admin finds only users of their own shop',
  permission: 'users.list',
  effect: 'read',
  input: ByNumber,
  output: NumberedRecords,
  run: async (ctx, { number: userName }) => {
    const users = await findUsers(ctx.db, { userName, shop: getScope(ctx.actor) });
    return { items: users.map(({ _id, name }) => ({ _id, distinction: name })) };
  },
});

export const getUser = service({
  summary: 'Get one user',
  permission: 'users.list',
  effect: 'read',
  input: RecordId,
  output: ListedUser,
  run: async (ctx, { id }) => {
    const user = await findUser(ctx.db, id);
    const scope = getScope(ctx.actor);
    if (!user || (scope !== null && user.shop?._id !== scope)) throw notFound('User');
    return user;
  },
});
