// When the database stored a stock movement, for readers that keep a copy up to date; see `keep_changed_at`.
export async function up(knex) {
  await knex.raw(`
    alter table stock_movements add column changed_at timestamptz not null default now();
    update stock_movements set changed_at = at;
    create trigger stock_movements_changed_at before insert or update on stock_movements
      for each row execute function keep_changed_at();
    create index stock_movements_changed on stock_movements (changed_at, id);`);
}

export async function down(knex) {
  await knex.raw(`
    drop trigger stock_movements_changed_at on stock_movements;
    alter table stock_movements drop column changed_at;`);
}
