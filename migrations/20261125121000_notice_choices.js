// How each user wants to be notified, emails that wait for their hour, and the digests that were sent.
export async function up(knex) {
  await knex.raw(`
    create table notice_choices (
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind <> ''),
      delivery text not null check (delivery in ('off', 'app', 'mail', 'daily', 'weekly')),
      primary key (user_id, kind));

    create table notice_quiet_hours (
      user_id uuid primary key references users on delete cascade,
      from_minute int not null check (from_minute between 0 and 1439),
      to_minute int not null check (to_minute between 0 and 1439),
      check (from_minute <> to_minute));

    create table notice_mails (
      notice_id uuid not null references notifications on delete cascade,
      user_id uuid not null references users on delete cascade,
      due_at timestamptz not null,
      done_at timestamptz,
      outbox_id uuid references outbox_messages on delete set null,
      primary key (notice_id, user_id));
    create index notice_mails_due on notice_mails (due_at) where done_at is null;
    create index notice_mails_user on notice_mails (user_id);
    create index notice_mails_outbox on notice_mails (outbox_id) where outbox_id is not null;

    create table notice_digests (
      user_id uuid not null references users on delete cascade,
      period text not null check (period in ('daily', 'weekly')),
      day date not null,
      made_at timestamptz not null,
      outbox_id uuid references outbox_messages on delete set null,
      primary key (user_id, period, day));
    create index notice_digests_outbox on notice_digests (outbox_id) where outbox_id is not null;`);
}

export async function down(knex) {
  await knex.raw(`
    drop table notice_digests;
    drop table notice_mails;
    drop table notice_quiet_hours;
    drop table notice_choices;`);
}
