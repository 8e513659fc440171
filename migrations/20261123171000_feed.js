// Sources of orders that are pulled, every run of one, what a run has read so far, and the records each source has sent.
export async function up(knex) {
  await knex.raw(`
    create table feed_sources (
      id uuid primary key,
      name text not null check (name <> ''),
      kind text not null check (kind in ('rest', 'url', 'folder')),
      address text not null check (address <> ''),
      settings jsonb not null,
      credential text, credential_set_at timestamptz,
      cron text check (cron <> ''),
      time_zone text not null check (time_zone <> ''),
      mapping jsonb,
      overlap_minutes int not null check (overlap_minutes between 0 and 10080),
      owner_id uuid references users on delete set null,
      paused boolean not null default false,
      next_run_at timestamptz,
      high_water timestamptz,
      fields jsonb not null default '{}',
      revision int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      check ((credential is null) = (credential_set_at is null)));
    create unique index feed_sources_name on feed_sources (lower(name));
    create index feed_sources_due on feed_sources (next_run_at) where not paused;
    create index feed_sources_owner on feed_sources (owner_id) where owner_id is not null;

    create table feed_runs (
      id uuid primary key,
      source_id uuid not null references feed_sources on delete cascade,
      kind text not null check (kind in ('changed', 'full')),
      cause text not null check (cause in ('schedule', 'now')),
      state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
      due_at timestamptz not null,
      created_at timestamptz not null, started_at timestamptz, finished_at timestamptz,
      since timestamptz, began timestamptz,
      source_count int check (source_count >= 0),
      read_count int not null default 0 check (read_count >= 0),
      counts jsonb not null default '{}', refused jsonb not null default '[]', findings jsonb not null default '[]',
      message text, cursor jsonb, lease uuid,
      check ((state in ('done', 'failed')) = (finished_at is not null)),
      check (state <> 'failed' or message is not null));
    create unique index feed_runs_open on feed_runs (source_id) where state in ('waiting', 'running');
    create index feed_runs_newest on feed_runs (source_id, created_at desc, id desc);
    create index feed_runs_waiting on feed_runs (created_at) where state in ('waiting', 'running');

    create table feed_staged (
      run_id uuid not null references feed_runs on delete cascade,
      external_id text not null check (external_id <> ''),
      row_time timestamptz,
      content json not null,
      pass int not null,
      primary key (run_id, external_id));

    create table feed_files (
      source_id uuid not null references feed_sources on delete cascade,
      digest text not null, name text not null, run_id uuid not null, read_at timestamptz not null,
      primary key (source_id, digest));

    create table feed_records (
      source_id uuid not null references feed_sources on delete cascade,
      external_id text not null check (external_id <> ''),
      order_id uuid references orders on delete set null,
      row_time timestamptz,
      digest text not null,
      first_seen_run uuid not null, last_seen_run uuid not null,
      primary key (source_id, external_id));
    create index feed_records_order on feed_records (order_id) where order_id is not null;`);
}

export async function down(knex) {
  await knex.raw(`
    drop table feed_records;
    drop table feed_files;
    drop table feed_staged;
    drop table feed_runs;
    drop table feed_sources;`);
}
