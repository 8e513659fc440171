// Sign-ins, failed attempts, and changes of how users sign in. A row names its users without a reference, so that
// writing
// one takes the same work whether or not the user exists.
export async function up(knex) {
  await knex.raw(`
    create table access_events (
      id uuid primary key,
      at timestamptz not null,
      kind text not null check (kind in
        ('sign-in', 'new-device', 'sign-out', 'session', 'password', 'link', 'factor', 'role', 'account')),
      result text not null check (result in ('done', 'refused')),
      user_id uuid, user_name text not null,
      actor_id uuid, actor_name text not null, via text not null,
      address text not null, device text not null, detail text not null,
      request_id text not null);
    create index access_events_newest on access_events (at desc, id desc);
    create index access_events_user on access_events (user_id, at desc);`);
}

export async function down(knex) {
  await knex.raw('drop table access_events');
}
