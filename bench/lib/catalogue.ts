import type { Knex } from 'knex';
import type { Scale } from './scale.js';

const SIZES = 60;
const CATEGORIES = 6;

/** A number from 0 to `below`, the same in every run: derived from a table's word and the row. */
const dice = (word: string, n: string, below: number): string =>
  `abs(hashtext('${word}' || (${n})::text)::bigint) % ${below}`;
/** The id of the n-th generated record of a kind, as SQL. */
export const id = (word: string, n: string): string =>
  `overlay(overlay(md5('${word}' || (${n})::text) placing '4' from 13) placing '8' from 17)::uuid`;

/**
 * Fills an empty company's catalogue: every shed with 12 components and 4 add-ons, every shop with its own value for
 * every item.
 */
export async function fillCatalogue(db: Knex, { shops, sheds, items }: Scale): Promise<void> {
  const models = Math.ceil(sheds / SIZES);
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica; set local statement_timeout = 0'); // generated rows need no checks and no history
    const run = (sql: string) => trx.raw(sql.replace(/\?/g, '\\?'));
    await run(
      `insert into shops (id, name) select ${id('shop', 'n')}, 'Bench shop ' || n from generate_series(1, ${shops}) n`,
    );
    await run(`insert into shop_percents (id, shop_id, eight_ten_twelve_nb_percent, fourteen_sixteen_nb_percent)
      select ${id('percent', 'n')}, ${id('shop', 'n')}, 55 + ${dice('p', 'n', 1000)} / 100.0, 60.25 from generate_series(1, ${shops}) n`);
    await run(
      `insert into item_categories (id, name) select ${id('ic', 'n')}, 'Bench items ' || n from generate_series(1, 20) n`,
    );
    await run(`insert into items (id, name, category_id, sub_total, freight) select ${id('item', 'n')}, 'Item ' || n, ${id('ic', 'n % 20 + 1')},
      ${dice('s', 'n', 900000)} / 10000.0, ${dice('f', 'n', 30000)} / 10000.0 from generate_series(1, ${items}) n`);
    await run(`insert into shop_item_values (shop_id, item_id, sub_total, freight)
      select ${id('shop', 's')}, ${id('item', 'n')}, ${dice('v', `s || '-' || n`, 900000)} / 10000.0, case when n % 3 = 0 then 0.25 end
        from generate_series(1, ${shops}) s, generate_series(1, ${items}) n`);
    await run(`insert into base_styles (id, name, door_type, door_cost, build_value, build_type, roof_value, roof_type, truss_value, truss_type, paint_value, paint_type)
      select ${id('style', 'n')}, 'Bench style ' || n, 'tall', 4500, 90, 'percent', 85.5, 'percent', 7.25, 'piece', 11, 'piece' from generate_series(1, 8) n`);
    await run(`insert into shop_base_styles (shop_id, base_style_id, build_value, build_type, truss_value, truss_type)
      select ${id('shop', 's')}, ${id('style', 'n')}, 88, 'percent', 7.5, 'piece' from generate_series(1, ${shops}) s, generate_series(1, 8) n`);
    await run(
      `insert into shed_categories (id, name) select ${id('sc', 'n')}, 'Bench sheds ' || n from generate_series(1, ${CATEGORIES}) n`,
    );
    await run(`insert into component_categories (id, name) values (${id('cc', '1')}, 'Bench components')`);
    await run(`insert into components (id, name, category_id, shed_category_id) select ${id('component', 'n')}, 'Component ' || n, ${id('cc', '1')}, ${id('sc', `n % ${CATEGORIES} + 1`)}
      from generate_series(1, 400) n`);
    await run(`insert into component_items (id, component_id, item_id, quantity, position) select ${id('ci', `n || '-' || k`)}, ${id('component', 'n')},
      ${id('item', `${dice('ci', `n || '-' || k`, 1_000_000)} % ${items} + 1`)}, 1 + ${dice('q', `n || '-' || k`, 400)} / 100.0, k
      from generate_series(1, 400) n, generate_series(1, 5) k`);
    await run(
      `insert into addon_parent_categories (id, name, new_build) values (${id('ap', '1')}, 'Bench add-ons', true)`,
    );
    await run(
      `insert into addon_categories (id, name, parent_id) values (${id('ac', '1')}, 'Bench add-ons', ${id('ap', '1')})`,
    );
    await run(
      `insert into addon_labor (id, name, type, total) select ${id('al', 'n')}, 'Labor ' || n, (array['piece','sqft','linearFt','percent'])[n % 4 + 1], n % 40 + 0.5 from generate_series(1, 40) n`,
    );
    await run(`insert into add_ons (id, name, category_id, type, retail_price, mode, discount, addon_labor_id)
      select ${id('addon', 'n')}, 'Add-on ' || n, ${id('ac', '1')}, (array['piece','sqft','linearFt','percent'])[n % 4 + 1], ${dice('r', 'n', 3000)} / 100.0,
             (array[null,'companyShopSplit',null,'shopSpecific'])[n % 4 + 1], n % 50 = 0, ${id('al', 'n % 40 + 1')} from generate_series(1, 800) n`);
    await run(`insert into add_on_items (id, add_on_id, item_id, quantity, position) select ${id('ai', `n || '-' || k`)}, ${id('addon', 'n')},
      ${id('item', `${dice('ai', `n || '-' || k`, 1_000_000)} % ${items} + 1`)}, k, k from generate_series(1, 800) n, generate_series(1, 3) k`);
    await run(
      `insert into shed_models (id, name, category_id) select ${id('model', 'n')}, 'Bench model ' || n, ${id('sc', `n % ${CATEGORIES} + 1`)} from generate_series(1, ${models}) n`,
    );
    const size = (n: string) =>
      `${id('model', `(${n} - 1) / ${SIZES} + 1`)}, ${id('style', `(${n} - 1) / ${SIZES} % 8 + 1`)}, 8 + 2 * ((${n} - 1) % 5), 8 + 2 * ((${n} - 1) % ${SIZES} / 5)`;
    await run(
      `insert into sheds (id, model_id, base_style_id, width, length, retail_price) select ${id('shed', 'n')}, ${size('n')}, 250000 + ${dice('price', 'n', 1500000)} from generate_series(1, ${sheds}) n`,
    );
    await run(`insert into shed_labor (id, model_id, base_style_id, width, length, build_base, roof_base, truss_count, paint_hours)
      select ${id('labor', 'n')}, ${size('n')}, 200 + n % 300, 80 + n % 100, 5 + n % 20, 2 + n % 9 from generate_series(1, ${sheds}) n`);
    await run(
      `insert into shop_shed_labor (shop_id, shed_labor_id, build_base) select ${id('shop', '1')}, ${id('labor', 'n')}, 210 + n % 300 from generate_series(1, ${sheds}) n`,
    );
    await run(`insert into shed_components (shed_id, component_id, quantity) select ${id('shed', 'n')}, ${id('component', `(n * 7 + k * 31) % 400 + 1`)}, 1 + k % 3
      from generate_series(1, ${sheds}) n, generate_series(1, 12) k on conflict do nothing`);
    await run(`insert into shed_add_ons (shed_id, add_on_id, quantity) select ${id('shed', 'n')}, ${id('addon', `(n * 11 + k * 17) % 800 + 1`)}, 1 + k % 2
      from generate_series(1, ${sheds}) n, generate_series(1, 4) k on conflict do nothing`);
  });
}

/** The id of the n-th generated record of a kind. */
export async function readId(db: Knex, word: string, n: number): Promise<string> {
  const { rows } = (await db.raw(`select ${id(word, String(n))} as id`)) as { rows: [{ id: string }] };
  return rows[0].id;
}
