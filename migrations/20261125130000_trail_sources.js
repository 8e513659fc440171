// Where each change came from, which fields it changed and its largest amount, for searching the whole history.
export async function up(knex) {
  await knex.raw(`
    create function trail_fields(before jsonb, after jsonb) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(field order by field), '{}') from (
        select jsonb_object_keys(case jsonb_typeof(before) when 'object' then before else '{}' end) as field
        union select jsonb_object_keys(case jsonb_typeof(after) when 'object' then after else '{}' end)) f
       where field <> 'file' and coalesce(before -> field, 'null') <> coalesce(after -> field, 'null')
    $$;
    create function trail_amount(before jsonb, after jsonb) returns numeric language sql immutable parallel safe as $$
      select max(abs((number #>> '{}')::numeric)) from (
        select jsonb_path_query(value, 'strict $.** \\? (@.type() == "number")') as number from (
          select * from jsonb_each(case jsonb_typeof(before) when 'object' then before else '{}' end)
          union all select * from jsonb_each(case jsonb_typeof(after) when 'object' then after else '{}' end)) v
         where key ~* '(amount|cost|price|total|freight|haul|correct|adjust|commission|escort|balance|deposit)' and key !~* 'percent'
           and coalesce(before -> key, 'null') <> coalesce(after -> key, 'null')) n
    $$;
    alter table audit_entries add column origin text;
    update audit_entries set origin = left(coalesce(nullif(after ->> 'file', ''), before ->> 'file'), 500)
     where coalesce(nullif(after ->> 'file', ''), nullif(before ->> 'file', '')) is not null;
    alter table audit_entries
      add column source text not null generated always as (case
        when coalesce(nullif(after ->> 'file', ''), nullif(before ->> 'file', '')) is not null then 'file'
        when via = 'web' then 'screen' when via = 'cli' then 'command' else via end) stored,
      add column fields text[] not null generated always as (trail_fields(before, after)) stored,
      add column amount numeric generated always as (trail_amount(before, after)) stored;
    drop index audit_entries_at;
    create index audit_entries_at on audit_entries (at desc, id desc);
    create index audit_entries_actor on audit_entries (actor_id, at desc, id desc) where actor_id is not null;
    create index audit_entries_program on audit_entries (actor_name, at desc, id desc) where actor_id is null;
    create index audit_entries_entity on audit_entries (entity, at desc, id desc);
    create index audit_entries_action on audit_entries (action, at desc, id desc);
    create index audit_entries_source on audit_entries (source, at desc, id desc);
    create index audit_entries_origin on audit_entries (origin, at desc, id desc) where origin is not null;
    create index audit_entries_amount on audit_entries (amount) where amount is not null;
    create index audit_entries_fields on audit_entries using gin (fields);
    create index invoices_number_alone on invoices (invoice_number);`);
}

export async function down(knex) {
  await knex.raw(`
    drop index invoices_number_alone;
    drop index audit_entries_at, audit_entries_program, audit_entries_entity, audit_entries_action, audit_entries_actor;
    alter table audit_entries drop column amount, drop column fields, drop column source, drop column origin;
    create index audit_entries_at on audit_entries (at desc);
    drop function trail_amount(jsonb, jsonb);
    drop function trail_fields(jsonb, jsonb);`);
}
