// Single sign-on as a record: two super admins who change it at once see each other's change.
export async function up(knex) {
  await knex.raw(`
    alter table single_sign_on rename changed_at to updated_at;
    alter table single_sign_on
      add id uuid not null unique default gen_random_uuid(), add revision integer not null default 1,
      add secret_set_at timestamptz;
    update single_sign_on set secret_set_at = updated_at;
    alter table single_sign_on alter secret_set_at set not null, alter updated_at set default now();
  `);
}

export async function down(knex) {
  await knex.raw(`
    alter table single_sign_on drop id, drop revision, drop secret_set_at, alter updated_at drop default;
    alter table single_sign_on rename updated_at to changed_at;
  `);
}
