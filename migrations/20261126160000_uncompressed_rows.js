// Rows of a source are stored uncompressed up to 8 kB, rather than compressed from 2 kB on. Most are 2 to 3 kB, and
// compressing
// them took half the time of storing a proposal. This doubles the size of what is stored.
const tables = ['feed_staged', 'order_proposals'];

export async function up(knex) {
  for (const table of tables) await knex.raw(`alter table ${table} set (toast_tuple_target = 8160)`);
}

export async function down(knex) {
  for (const table of tables) await knex.raw(`alter table ${table} reset (toast_tuple_target)`);
}
