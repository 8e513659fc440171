// Why the cost of an order is unknown. Sums of cost and profit leave such an order out; sums of revenue include it.
const built = `builder_labor roof_labor truss_labor door_labor paint_labor shed_total_labor add_ons_total_labor custom_add_ons_total_labor total_labor
  shed_material_cost add_ons_material_cost_total custom_add_ons_material_cost_total total_material_cost`;
const costs = `shed_total_cost add_ons_total_cost custom_add_ons_total_cost overhead total_cost
  shed_profit_dollars add_ons_profit_dollars custom_add_ons_profit_dollars profit_dollars`;
const each = (names, views) => names.split(/\s+/).flatMap((name) => views.map((view) => `${name}_${view}`));
const columns = [
  ...each(built, ['shop', 'standard']),
  ...each(costs, ['shop', 'standard', 'company']),
  ...each('base_price adjustment', ['shop', 'company']),
  ...each('add_ons_total custom_add_ons_total sub_total grand_total', ['shop', 'company', 'order']),
  ...['dealer_commission', 'sales_rep_commission', 'escort', 'haul'],
];

const uncosted = `select order_id from order_lines where kind = 'custom' and unknown and quantity > 0 and retail_price >= 0
  and coalesce(material_shop, material_standard, labor_shop, labor_standard) is null`;

export async function up(knex) {
  await knex.raw(`
    alter table orders
      add column cost_unknown text[] not null default '{}' check (cost_unknown <@ array['model', 'labor', 'material', 'add-on']),
      add column cost_known boolean not null generated always as (cost_unknown = '{}') stored;

    with boxes as (
      select o.id, p.content #>> '{labor,standard}' is null as labor, p.content #>> '{rates,standard,build,value}' is null as rate,
        not coalesce(jsonb_path_exists(p.content, '$.components[*].items[*]'), false) as material,
        not coalesce(jsonb_path_exists(p.content, '$.components[*]'), false) as components,
        o.id in (${uncosted}) as lines
      from orders o left join price_snapshots p on p.hash = o.snapshot),
    reasons as (
      select id, array_remove(array[
        case when labor and rate and components then 'model' end,
        case when (labor or rate) and not (labor and rate and components) then 'labor' end,
        case when material and not (labor and rate and components) then 'material' end,
        case when lines then 'add-on' end], null) as why
      from boxes where labor or rate or material or lines)
    update orders o set cost_unknown = r.why from reasons r where r.id = o.id;`);
  await knex.raw(`
    update payments p set figures = p.figures || (to_jsonb(u) - 'payment_id') from (
      select i.payment_id, count(*) as unknown_count, ${columns.map((name) => `sum(o.${name}) as unknown_${name}`).join(', ')}
      from invoices i join orders o on o.id = i.order_id where i.payment_id is not null and not o.cost_known group by 1) u
    where u.payment_id = p.id;`);
}

export async function down(knex) {
  const keys = ['count', ...columns].map((name) => `'unknown_${name}'`).join(', ');
  await knex.raw(`
    update payments set figures = figures - array[${keys}] where figures \\? 'unknown_count';
    alter table orders drop column cost_known, drop column cost_unknown;`);
}
