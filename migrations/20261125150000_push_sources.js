// Sources that other systems push to with an API key, one per key, and how much each push changed.
export async function up(knex) {
  await knex.raw(`
    alter table feed_sources drop constraint feed_sources_kind_check, drop constraint feed_sources_address_check;
    alter table feed_sources
      add key_id uuid references api_keys on delete set null,
      add constraint feed_sources_kind_check check (kind in ('rest', 'url', 'folder', 'upload', 'push')),
      add constraint feed_sources_address_check check ((address = '') = (kind in ('upload', 'push'))),
      add constraint feed_sources_key_check check (key_id is null or kind = 'push');
    create unique index feed_sources_key on feed_sources (key_id) where key_id is not null;
    alter table feed_runs drop constraint feed_runs_cause_check;
    alter table feed_runs add assessed jsonb,
      add constraint feed_runs_cause_check check (cause in ('schedule', 'now', 'push'));`);
}

export async function down(knex) {
  await knex.raw(`
    delete from feed_sources where kind = 'push';
    delete from feed_runs where cause = 'push';
    alter table feed_runs drop assessed, drop constraint feed_runs_cause_check,
      add constraint feed_runs_cause_check check (cause in ('schedule', 'now'));
    alter table feed_sources drop key_id, drop constraint feed_sources_kind_check, drop constraint feed_sources_address_check,
      add constraint feed_sources_kind_check check (kind in ('rest', 'url', 'folder', 'upload')),
      add constraint feed_sources_address_check check ((address = '') = (kind = 'upload'));`);
}
