// What the sample catalogue added to a company, so that it can be removed again.
export async function up(knex) {
  await knex.raw(`create table sample_records (kind text not null, id uuid not null, primary key (kind, id))`);
}

export async function down(knex) {
  await knex.raw('drop table sample_records');
}
