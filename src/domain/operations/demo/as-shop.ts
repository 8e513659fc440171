import { getActor, findUserByName } from '../../company/users/queries.js';
import type { Actor, Ctx } from '../../kernel/context.js';
import { queryColumn } from '../../kernel/database/rows.js';

/** The same context with the shop's first Shop Admin as actor, because a shop's own users do its work. */
export async function asShop(ctx: Ctx, shop: { readonly _id: string; readonly name: string } | null): Promise<Ctx> {
  const query = ctx.db('users').where({ shop_id: shop?._id ?? null, role: 'Shop Admin', active: true });
  const [userName] = await queryColumn<string>(query.orderBy('id').pluck('user_name'));
  const user = userName ? await findUserByName(ctx.db, userName) : undefined;
  return { ...ctx, actor: user ? getActor(user) : namedAfter(shop) };
}

const namedAfter = (shop: { readonly _id: string; readonly name: string } | null): Actor => ({
  id: null,
  name: shop?.name ?? '',
  role: 'Shop Admin',
  shopId: shop?._id ?? null,
  viewOnly: false,
  superAdmin: false,
  superRole: null,
  grants: [],
});
