// How many days expired records are kept. A kind without a row here has a default in the code.
export async function up(knex) {
  await knex.raw(`
    alter table companies add column retention jsonb not null default '{}' check (jsonb_typeof(retention) = 'object');
    create index outbox_messages_sent on outbox_messages (sent_at) where status = 'sent';
    create index job_runs_finished on job_runs (finished_at) where finished_at is not null;
    create index feed_runs_finished on feed_runs (finished_at) where finished_at is not null;`);
}

export async function down(knex) {
  await knex.raw(`
    drop index feed_runs_finished, job_runs_finished, outbox_messages_sent;
    alter table companies drop column retention;`);
}
