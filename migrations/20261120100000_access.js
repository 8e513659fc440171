// Users, and the tables that every slice uses: history, outbox, jobs, idempotency keys, error log.
export async function up(knex) {
  await knex.raw(`
    create extension if not exists pg_trgm;

    create table companies (
      id uuid primary key,
      name text not null check (name <> ''),
      street_address text not null default '', city text not null default '', state text not null default '', zip_code text not null default '',
      time_zone text not null default 'America/Chicago',
      overhead_percent_company numeric(9,4) not null default 0, overhead_percent_shop numeric(9,4) not null default 0,
      dealer_commission_percent numeric(9,4) not null default 0, sales_rep_commission_percent numeric(9,4) not null default 0,
      lot_to_customer_percent numeric(9,4) not null default 0, shop_to_lot_percent numeric(9,4) not null default 0,
      fourteen_wide_escort bigint not null default 0, sixteen_wide_escort bigint not null default 0, fuel_surcharge bigint not null default 0,
      metal_panel_standard numeric(14,4), wood_rake_standard numeric(14,4), metal_rake_standard numeric(14,4), ridge_cap_standard numeric(14,4),
      j_chan_standard numeric(14,4), angle_two_by_two_standard numeric(14,4), oa_three_by_three_standard numeric(14,4),
      corner_three_by_three_standard numeric(14,4), drip_edge_standard numeric(14,4), door_trim_standard numeric(14,4),
      feed_mapping jsonb,
      revision int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create unique index companies_only_one on companies ((true));

    create table company_colors (
      id uuid primary key,
      kind text not null check (kind in ('roof', 'siding', 'trim')),
      color text not null check (color <> ''), position int not null default 0);
    create unique index company_colors_once on company_colors (kind, lower(color));

    create table shops (
      id uuid primary key,
      name text not null check (name <> ''), default_email text not null default '',
      street_address text not null default '', city text not null default '', state text not null default '', zip_code text not null default '',
      overhead numeric(9,4) check (overhead between 0 and 1000),
      shop_add_on_percent numeric(9,4) check (shop_add_on_percent between 0 and 1000),
      revision int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create unique index shops_name on shops (lower(name));

    create table users (
      id uuid primary key,
      name text not null check (name <> ''), user_name text not null check (user_name <> ''),
      password_hash text not null,
      role text not null check (role in ('Office Admin', 'Office User', 'Shop Admin', 'Shop User', 'Builder')),
      shop_id uuid references shops,
      view_only boolean not null default false, super_admin boolean not null default false, super_role text,
      grants text[] not null default '{}',
      active boolean not null default true,
      session_generation int not null default 1,
      revision int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      check ((shop_id is not null) = (role in ('Shop Admin', 'Shop User', 'Builder'))));
    create unique index users_name on users (lower(user_name));
    create index users_shop on users (shop_id);

    create table user_preferences (
      user_id uuid not null references users on delete cascade, key text not null, value jsonb not null,
      primary key (user_id, key));

    create table rate_limits (key varchar(255) primary key, points int not null default 0, expire bigint);

    create table idempotency_keys (
      actor text not null, key text not null, what text not null, hash text not null, answer jsonb,
      at timestamptz not null default now(), primary key (actor, key));

    create table audit_entries (
      id uuid primary key,
      at timestamptz not null, actor_id uuid, actor_name text not null, via text not null, request_id text not null,
      action text not null, entity text not null, entity_ids uuid[] not null, shop_id uuid, before jsonb, after jsonb);
    create index audit_entries_of on audit_entries using gin (entity_ids);
    create index audit_entries_at on audit_entries (at desc);

    create table notifications (
      id uuid primary key,
      shop_id uuid references shops on delete cascade, type text not null, msg text not null, content text not null,
      at timestamptz not null);
    create index notifications_shop on notifications (shop_id, at desc);
    create table notification_reads (
      notification_id uuid not null references notifications on delete cascade, user_id uuid not null references users on delete cascade,
      primary key (notification_id, user_id));

    create table outbox_messages (
      id uuid primary key,
      kind text not null, payload jsonb not null, shop_id uuid,
      status text not null default 'waiting' check (status in ('waiting', 'sent', 'kept', 'failed')),
      attempts int not null default 0, error text,
      created_at timestamptz not null default now(), sent_at timestamptz);
    create index outbox_messages_open on outbox_messages (created_at) where status = 'waiting';

    create table job_runs (
      id uuid primary key,
      name text not null, actor_id uuid, actor_name text not null, shop_id uuid,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
      done int not null default 0, total int not null default 0, step text not null default '',
      result jsonb, error text,
      created_at timestamptz not null default now(), started_at timestamptz, finished_at timestamptz);
    create index job_runs_created on job_runs (created_at desc);

    create table error_logs (
      id uuid primary key, at timestamptz not null default now(), function_name text not null, user_name text not null,
      message text not null, request_id text not null, stack text);
    create index error_logs_at on error_logs (at desc);`);
}

export async function down(knex) {
  await knex.raw(`
    drop table error_logs, job_runs, outbox_messages, notification_reads, notifications, audit_entries, idempotency_keys, rate_limits,
      user_preferences, users, shops, company_colors, companies;`);
}
