// The product's name for this company: in titles, file names and emails.
export async function up(knex) {
  await knex.raw(`alter table companies add column product_name text not null default 'Shedworks'`);
}

export async function down(knex) {
  await knex.raw('alter table companies drop column product_name');
}
