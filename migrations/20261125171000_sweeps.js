// When the sweep last ended, so that its age can be monitored.
export async function up(knex) {
  await knex.raw(
    `create table sweeps (only_one boolean primary key default true check (only_one), ended_at timestamptz not null)`,
  );
}

export async function down(knex) {
  await knex.raw('drop table sweeps');
}
