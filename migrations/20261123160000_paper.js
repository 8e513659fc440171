// The paper size of documents, and the payment terms on a vendor's purchase orders.
export async function up(knex) {
  await knex.raw(`
    alter table companies add column paper_size text not null default 'A4' check (paper_size in ('Letter', 'A4'));
    alter table vendors add column terms text not null default '';`);
}

export async function down(knex) {
  await knex.raw('alter table companies drop column paper_size; alter table vendors drop column terms;');
}
