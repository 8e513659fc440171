// What the office chose for a name that the catalogue lacks: suggested again, and used automatically if it is to be
// remembered.
export async function up(knex) {
  await knex.raw(`
    create table matching_choices (
      id uuid primary key,
      kind text not null check (kind in ('shop', 'dealer', 'model', 'add-on')),
      words text not null,
      within text not null,
      name text not null,
      chosen_id uuid not null,
      chosen_name text not null,
      remembered boolean not null,
      times int not null check (times > 0),
      chosen_at timestamptz not null,
      chosen_by text not null
    );
    create unique index matching_choices_one on matching_choices (kind, md5(words), within, chosen_id);
    create unique index matching_choices_remembered on matching_choices (kind, md5(words), within) where remembered;
    create index add_ons_name_trgm on add_ons using gist (name gist_trgm_ops (siglen = 64));`);
}

export async function down(knex) {
  await knex.raw('drop index add_ons_name_trgm; drop table matching_choices');
}
