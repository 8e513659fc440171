// The backups that were created, so that the newest one is known wherever its file is.
export async function up(knex) {
  await knex.raw(`
    create table backups (
      id uuid primary key,
      made_at timestamptz not null,
      file text not null,
      bytes bigint not null,
      rows bigint not null,
      digest text not null,
      encrypted boolean not null);
    create index backups_newest on backups (made_at desc);`);
}

export async function down(knex) {
  await knex.raw('drop table backups');
}
