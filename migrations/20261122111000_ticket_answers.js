// The state of a support ticket, the screen it was written on, and the answers to it.
export async function up(knex) {
  await knex.raw(`
    alter table support_tickets
      add column status text not null default 'Open' check (status in ('Open', 'Answered', 'Closed')),
      add column revision int not null default 1,
      add column page text check (page ~ '^/(company|shop)/'),
      add column page_title text not null default '';
    create index support_tickets_writer on support_tickets (created_by, created_at desc);

    create table ticket_answers (
      id uuid primary key,
      ticket_id uuid not null references support_tickets on delete cascade,
      author_id uuid references users on delete set null,
      author_name text not null,
      content text not null check (content <> ''),
      at timestamptz not null);
    create index ticket_answers_ticket on ticket_answers (ticket_id, id);`);
}

export async function down(knex) {
  await knex.raw(`
    drop table ticket_answers;
    drop index support_tickets_writer;
    alter table support_tickets
      drop column status, drop column revision, drop column page, drop column page_title;`);
}
