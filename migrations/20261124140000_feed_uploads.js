// Sources of uploaded files, and a separate schedule for full comparisons.
export async function up(knex) {
  await knex.raw(`
    alter table feed_sources drop constraint feed_sources_kind_check, drop constraint feed_sources_address_check;
    alter table feed_sources
      add full_cron text check (full_cron <> ''), add next_full_at timestamptz,
      add constraint feed_sources_kind_check check (kind in ('rest', 'url', 'folder', 'upload')),
      add constraint feed_sources_address_check check ((address = '') = (kind = 'upload'));
    create index feed_sources_full_due on feed_sources (next_full_at) where not paused;
    alter table feed_runs add file text check (file <> '');`);
}

export async function down(knex) {
  await knex.raw(`
    alter table feed_runs drop file;
    drop index feed_sources_full_due;
    delete from feed_sources where kind = 'upload';
    alter table feed_sources drop constraint feed_sources_kind_check, drop constraint feed_sources_address_check;
    alter table feed_sources drop full_cron, drop next_full_at,
      add constraint feed_sources_kind_check check (kind in ('rest', 'url', 'folder')),
      add constraint feed_sources_address_check check (address <> '');`);
}
