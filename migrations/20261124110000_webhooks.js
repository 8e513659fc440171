// Webhook endpoints, the messages to them, and every try to deliver one. Triggers write the messages in the transaction
// that changes a record, so that no write can forget one, and none announces a change that did not happen.

/**
 * What is announced: the word for a record of the table; its revision, if it has one; the column whose change has its
 * own event type; the rows that no one sees, and the rows that the record's shop does not see.
 */
const announced = {
  orders: { entity: 'order', revision: 'revision', status: 'status', hiddenFromShop: (r) => `${r}.status = 'New'` },
  invoices: { entity: 'invoice', revision: 'revision', status: 'status', gone: (r) => `${r}.deleted_at is not null` },
  payments: { entity: 'payment', revision: 'revision', gone: (r) => `${r}.deleted_at is not null` },
  repair_invoices: {
    entity: 'repair_invoice',
    revision: 'revision',
    status: 'status',
    gone: (r) => `${r}.deleted_at is not null`,
  },
  corrections: { entity: 'correction' },
  metal_orders: { entity: 'metal_order', revision: 'revision' },
  material_orders: { entity: 'material_order', revision: 'revision' },
  comments: { entity: 'message' },
  notifications: { entity: 'notice', gone: (r) => `${r}.user_id is not null` },
};

const never = () => 'false';

/** The three triggers of a table. An endpoint of a shop sees the shop's records; a record it no longer sees is deleted. */
function announce(table, { entity, revision, status, gone = never, hiddenFromShop = never }) {
  const sees = (r) =>
    `(not (${gone(r)}) and (e.shop_id is null or (e.shop_id = ${r}.shop_id and not (${hiddenFromShop(r)}))))`;
  const revisionOf = (r) => (revision ? `${r}.${revision}` : 'null::int');
  const changed = status
    ? `case when n.${status} is distinct from o.${status} then '${entity}.status_changed' else '${entity}.updated' end`
    : `'${entity}.updated'`;
  const made = (from) => `
    insert into webhook_messages (endpoint_id, type, entity, record_id, revision, shop_id)
      select m.endpoint_id, m.type, '${entity}', m.record_id, m.revision, m.shop_id from (${from}) m
        join webhook_endpoints e on e.id = m.endpoint_id
      where m.type is not null and (e.types is null or m.type = any(e.types))
    on conflict (endpoint_id, record_id, at, tx) do update
      set type = merge_webhook_types(webhook_messages.type, excluded.type), revision = excluded.revision, shop_id = excluded.shop_id;`;
  const one = (verb, r, rows) =>
    made(`
      select e.id as endpoint_id, '${entity}.${verb}' as type, ${r}.id as record_id, ${revisionOf(r)} as revision, ${r}.shop_id
        from ${rows} ${r} join webhook_endpoints e on ${sees(r)}`);
  const trigger = (verb, clauses, body) => `
    create function announce_${table}_${verb}() returns trigger language plpgsql as $$ begin
      if exists (select from webhook_endpoints) then ${body}
      end if;
      return null;
    end $$;
    create trigger ${table}_announced_${verb} after ${verb} on ${table} ${clauses}
      for each statement execute function announce_${table}_${verb}();`;
  return [
    trigger('insert', 'referencing new table as new_rows', one('created', 'n', 'new_rows')),
    trigger('delete', 'referencing old table as old_rows', one('deleted', 'o', 'old_rows')),
    trigger(
      'update',
      'referencing old table as old_rows new table as new_rows',
      made(`
      select e.id as endpoint_id, n.id as record_id, ${revisionOf('n')} as revision,
          case when ${sees('n')} then n.shop_id else o.shop_id end as shop_id,
          case when ${sees('o')} and ${sees('n')} then ${changed}
            when ${sees('n')} then '${entity}.created'
            when ${sees('o')} then '${entity}.deleted' end as type
        from new_rows n join old_rows o on o.id = n.id
          join webhook_endpoints e on e.shop_id is null or e.shop_id in (o.shop_id, n.shop_id)
        where o *<> n and to_jsonb(o) - 'changed_at' <> to_jsonb(n) - 'changed_at'`),
    ),
  ].join('\n');
}

export async function up(knex) {
  await knex.raw(`
    create table webhook_endpoints (
      id uuid primary key,
      name text not null check (name <> ''),
      address text not null check (address <> ''),
      shop_id uuid references shops on delete cascade,
      types text[] check (cardinality(types) > 0),
      secret text not null, secret_set_at timestamptz not null,
      old_secret text, old_secret_until timestamptz,
      owner_id uuid references users on delete set null,
      paused boolean not null default false, pause_reason text,
      failures int not null default 0 check (failures >= 0),
      failing_since timestamptz, last_error text, retry_at timestamptz, warned boolean not null default false,
      revision int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      check ((old_secret is null) = (old_secret_until is null)),
      check ((failures = 0) = (failing_since is null)),
      check (pause_reason is null or paused));
    create unique index webhook_endpoints_name on webhook_endpoints (lower(name));
    create index webhook_endpoints_shop on webhook_endpoints (shop_id) where shop_id is not null;
    create index webhook_endpoints_owner on webhook_endpoints (owner_id) where owner_id is not null;

    create table webhook_messages (
      id uuid primary key default gen_random_uuid(),
      seq bigint not null generated by default as identity,
      endpoint_id uuid not null references webhook_endpoints on delete cascade,
      type text not null,
      entity text, record_id uuid, revision int, shop_id uuid,
      at timestamptz not null default now(),
      tx xid8 not null default pg_current_xact_id(),
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts int not null default 0 check (attempts >= 0),
      next_at timestamptz,
      lease uuid, leased_until timestamptz,
      delivered_at timestamptz,
      check ((lease is null) = (leased_until is null)),
      check ((state = 'delivered') = (delivered_at is not null)));
    create unique index webhook_messages_once on webhook_messages (endpoint_id, record_id, at, tx);
    create index webhook_messages_waiting on webhook_messages (endpoint_id, seq) where state = 'waiting';
    create index webhook_messages_in_order on webhook_messages (endpoint_id, record_id, seq) where state = 'waiting';
    create index webhook_messages_newest on webhook_messages (endpoint_id, seq desc);
    create index webhook_messages_age on webhook_messages (at);

    create table webhook_attempts (
      id uuid primary key,
      message_id uuid not null references webhook_messages on delete cascade,
      at timestamptz not null, milliseconds int not null check (milliseconds >= 0),
      address text not null, signature text not null,
      status int, answer text, error text,
      check (error is not null or status between 200 and 299));
    create index webhook_attempts_message on webhook_attempts (message_id, at);

    create function merge_webhook_types(earlier text, later text) returns text language sql immutable as $$
      select case
        when earlier like '%.created' and later not like '%.deleted' then earlier
        when earlier like '%.deleted' and later like '%.created' then replace(later, '.created', '.updated')
        when later like '%.updated' then earlier
        else later end $$;
    ${Object.entries(announced)
      .map(([table, what]) => announce(table, what))
      .join('\n')}`);
}

export async function down(knex) {
  const tables = Object.keys(announced);
  const verbs = ['insert', 'update', 'delete'];
  await knex.raw(`
    ${tables.flatMap((table) => verbs.map((verb) => `drop trigger ${table}_announced_${verb} on ${table}; drop function announce_${table}_${verb}();`)).join('\n')}
    drop function merge_webhook_types(text, text);
    drop table webhook_attempts;
    drop table webhook_messages;
    drop table webhook_endpoints;`);
}
