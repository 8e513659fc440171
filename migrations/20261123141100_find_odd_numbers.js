// An import of payments finds records by number, including those that a cell cannot represent: with two spaces, or with
// spaces other than U+0020.
const numbers = { invoices: 'invoice_number', repair_invoices: 'invoice_number', payments: 'payment_number' };

export async function up(knex) {
  for (const [table, number] of Object.entries(numbers))
    await knex.raw(
      `create index ${table}_odd_number on ${table} (id) where deleted_at is null and ${number} ~ '  |[^ -~]'`,
    );
}

export async function down(knex) {
  for (const table of Object.keys(numbers)) await knex.raw(`drop index ${table}_odd_number`);
}
