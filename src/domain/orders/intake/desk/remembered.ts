import type { Knex } from 'knex';
import { z } from 'zod';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryFirstRow, queryRows } from '../../../kernel/database/rows.js';
import { notFound } from '../../../kernel/errors.js';
import { getList, getPage, Listing } from '../../../kernel/records/page.js';
import { RecordId } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { RememberedChoice } from './schema.js';

type Row = z.output<typeof RememberedChoice>;

/** Whether the chosen record exists, and its current name. */
const currentName = `coalesce((select name from shops where m.kind = 'shop' and id = m.chosen_id),
  (select name from dealers where m.kind = 'dealer' and id = m.chosen_id),
  (select name from shed_models where m.kind = 'model' and id = m.chosen_id),
  (select name from add_ons where m.kind = 'add-on' and id = m.chosen_id))`;

const selectRemembered = (db: Knex) =>
  db
    .from(db.raw(`matching_choices m left join shops s on m.kind = 'dealer' and s.id::text = m.within`))
    .joinRaw(`cross join lateral (select ${currentName} as name) c`)
    .where('m.remembered', true)
    .orderByRaw('lower(m.name), m.id')
    .select(mapColumns('_id kind name times chosenAt chosenBy', 'm'))
    .select({
      place: db.raw(`coalesce(s.name, nullif(case when m.kind = 'model' then m.within end, ''))`),
      chosen: db.raw(`json_build_object('_id', m.chosen_id, 'name', coalesce(c.name, m.chosen_name))`),
      exists: db.raw('c.name is not null'),
    });

export const listRememberedChoices = service({
  summary: 'List the choices that later uploads use for names that are not in the catalogue',
  permission: 'orders.import',
  effect: 'read',
  input: Listing.extend({
    sort: z
      .string()
      .regex(/^(-?(kind|name|place|chosen|times|chosenAt|chosenBy))?$/, 'is not a column to sort by')
      .default(''),
  }),
  output: getList(RememberedChoice),
  run: async ({ db }, listing) =>
    getPage(await queryRows<Row>(selectRemembered(db)), listing, ['name', 'place', 'chosen']),
});

export const forgetChoice = service({
  summary: 'Stop using a remembered choice; orders that it was applied to do not change',
  permission: 'orders.import',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const [row] = await queryRows<Row>(selectRemembered(ctx.db).where('m.id', id));
    const choiceRow = await queryFirstRow<{ id: string }>(
      ctx.db('matching_choices').where({ id, remembered: true }).forUpdate().first('id'),
    );
    if (!row || !choiceRow) throw notFound('Remembered choice');
    await ctx.db('matching_choices').where({ id }).update({ remembered: false });
    const { kind, name, chosen } = row;
    await ctx.audit({ action: 'forget', entity: 'matching-choice', id, before: { kind, name, chosen: chosen.name } });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    return { msg: `“${name}” is no longer matched to ${chosen.name}.` };
  },
});
