// A receipt has the day that was entered for it. More than was ordered may arrive if a user accepts it: `extra` is how
// much
// more of a line was accepted, and a line never receives more than both together.
export async function up(knex) {
  await knex.raw(`
    alter table material_receipts add column received_on date;
    alter table material_receipts disable trigger user;
    update material_receipts set received_on =
      (received_at at time zone coalesce((select time_zone from companies order by id limit 1), 'UTC'))::date;
    alter table material_receipts enable trigger user;
    alter table material_receipts alter column received_on set not null;
    alter table material_order_lines
      add column extra numeric(14,4) not null default 0 check (extra >= 0),
      drop constraint material_order_lines_received_of_ordered,
      add constraint material_order_lines_received_of_ordered check (received <= quantity + extra);`);
}

export async function down(knex) {
  await knex.raw(`
    update material_order_lines set quantity = received where received > quantity;
    set constraints all immediate;
    alter table material_order_lines
      drop constraint material_order_lines_received_of_ordered,
      drop column extra,
      add constraint material_order_lines_received_of_ordered check (received <= quantity);
    alter table material_receipts drop column received_on;`);
}
