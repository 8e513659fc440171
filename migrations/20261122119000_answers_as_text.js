// An answer is repeated byte for byte, while jsonb would sort its fields.
export async function up(knex) {
  await knex.raw(`alter table idempotency_keys alter column answer type json using answer::json`);
}

export async function down(knex) {
  await knex.raw(`alter table idempotency_keys alter column answer type jsonb using answer::jsonb`);
}
