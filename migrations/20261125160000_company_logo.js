// The company's logo, drawn again as PNG when it was uploaded. Its address contains its hash, so that browsers may
// cache it.
export async function up(knex) {
  await knex.raw(`
    create table company_logos (
      company_id uuid primary key references companies on delete cascade,
      hash text not null unique check (hash <> ''),
      width int not null check (width > 0), height int not null check (height > 0),
      bytes bytea not null,
      created_at timestamptz not null default now());
  `);
}

export async function down(knex) {
  await knex.raw('drop table company_logos');
}
