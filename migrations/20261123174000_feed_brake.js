// A run that would change too much imports only new orders; its other rows wait for a user.
export async function up(knex) {
  await knex.raw(`
    alter table feed_runs drop constraint feed_runs_state_check, drop constraint feed_runs_check;
    alter table feed_runs
      add column brake jsonb, add column released_by text,
      add constraint feed_runs_state_check check (state in ('waiting', 'running', 'braked', 'done', 'failed')),
      add constraint feed_runs_ended check ((state in ('braked', 'done', 'failed')) = (finished_at is not null)),
      add constraint feed_runs_braked check (state <> 'braked' or brake is not null);
    alter table feed_staged add column waits boolean not null default false;
    create index feed_runs_braked on feed_runs (source_id) where state = 'braked';`);
}

export async function down(knex) {
  await knex.raw(`
    drop index feed_runs_braked;
    alter table feed_staged drop column waits;
    update feed_runs set state = 'failed', message = coalesce(message, 'It waited for a person.') where state = 'braked';
    alter table feed_runs drop constraint feed_runs_state_check, drop constraint feed_runs_ended, drop constraint feed_runs_braked;
    alter table feed_runs drop column brake, drop column released_by,
      add constraint feed_runs_state_check check (state in ('waiting', 'running', 'done', 'failed')),
      add constraint feed_runs_check check ((state in ('done', 'failed')) = (finished_at is not null));`);
}
