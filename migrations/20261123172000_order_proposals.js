// What a newer row of a sales system would change in an order, until a user or a rule decides.
export async function up(knex) {
  await knex.raw(`
    create table order_proposals (
      id uuid primary key,
      revision int not null default 1,
      order_id uuid not null references orders on delete cascade,
      source text not null,
      state text not null check (state in ('open', 'accepted', 'declined', 'replaced')),
      urgent boolean not null,
      base jsonb,
      row jsonb not null,
      mapping jsonb,
      differences jsonb not null,
      taken text[] not null default '{}',
      effect jsonb,
      warnings text[] not null default '{}',
      refusal text,
      created_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      before jsonb,
      order_revision int,
      check ((state = 'open') = (decided_at is null))
    );
    create unique index order_proposals_open on order_proposals (order_id) where state = 'open';
    create index order_proposals_shown on order_proposals (urgent desc, created_at, id) where state = 'open';
    create index order_proposals_of on order_proposals (order_id, created_at desc);
    create index order_proposals_decided on order_proposals (decided_at desc, id) where state <> 'open';`);
}

export async function down(knex) {
  await knex.raw('drop table order_proposals');
}
