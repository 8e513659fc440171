// When a backup was last verified, and copies of the data folder, whose rows are not counted.
export async function up(knex) {
  await knex.raw(`
    alter table backups add column verified_at timestamptz, alter column rows drop not null, alter column digest drop not null`);
}

export async function down(knex) {
  await knex.raw(`
    delete from backups where rows is null or digest is null;
    alter table backups drop column verified_at, alter column rows set not null, alter column digest set not null`);
}
