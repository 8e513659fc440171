// Saved views sent by email on a schedule, every run of a schedule, files attached to emails, and alerts for a single
// user.
export async function up(knex) {
  await knex.raw(`
    create table schedules (
      id uuid primary key,
      view_id uuid not null references saved_views,
      owner_id uuid not null references users on delete cascade,
      shop_id uuid references shops on delete cascade,
      cron text not null check (cron <> ''),
      time_zone text not null check (time_zone <> ''),
      format text not null check (format in ('xlsx', 'pdf')),
      recipients text[] not null check (cardinality(recipients) between 1 and 50),
      active boolean not null default true,
      next_run_at timestamptz,
      revision int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      check (not active or next_run_at is not null));
    create index schedules_due on schedules (next_run_at) where active;
    create index schedules_view on schedules (view_id);
    create index schedules_owner on schedules (owner_id);
    create index schedules_shop on schedules (shop_id);

    create table schedule_runs (
      id uuid primary key,
      schedule_id uuid not null references schedules on delete cascade,
      cause text not null check (cause in ('schedule', 'now', 'again')),
      due_at timestamptz not null,
      missed int not null default 0 check (missed >= 0),
      late boolean not null default false,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
      created_at timestamptz not null, started_at timestamptz, finished_at timestamptz,
      recipients text[] not null,
      row_count int, totals jsonb, file_name text, attached boolean,
      outbox_id uuid references outbox_messages on delete set null,
      error text,
      alarmed_at timestamptz,
      check ((status in ('done', 'failed')) = (finished_at is not null)),
      check (status <> 'failed' or error is not null));
    create unique index schedule_runs_once on schedule_runs (schedule_id, due_at) where cause = 'schedule';
    create index schedule_runs_newest on schedule_runs (schedule_id, created_at desc, id desc);
    create index schedule_runs_open on schedule_runs (created_at) where status in ('waiting', 'running');
    create index schedule_runs_outbox on schedule_runs (outbox_id) where outbox_id is not null;

    create index outbox_messages_failed on outbox_messages (created_at) where status = 'failed';

    create table outbox_attachments (
      outbox_id uuid not null references outbox_messages on delete cascade,
      name text not null check (name <> ''), type text not null, content bytea not null,
      primary key (outbox_id, name));

    alter table notifications add column user_id uuid references users on delete cascade;
    create index notifications_user on notifications (user_id) where user_id is not null;`);
}

export async function down(knex) {
  await knex.raw(`
    delete from notifications where user_id is not null;
    drop index notifications_user;
    alter table notifications drop column user_id;
    drop table outbox_attachments;
    drop index outbox_messages_failed;
    drop table schedule_runs;
    drop table schedules;`);
}
