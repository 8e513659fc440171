// Rules that an owner enables: who may decide, and which amounts and price changes need a second person; and the
// requests that wait for one.
export async function up(knex) {
  await knex.raw(`
    alter table companies
      add column no_own_decisions boolean not null default false,
      add column amount_limit bigint check (amount_limit >= 0),
      add column amount_needs text not null default 'second person' check (amount_needs in ('second person', 'Office Admin', 'super admin')),
      add column price_percent numeric(9,4) check (price_percent >= 0);

    create table approval_requests (
      id uuid primary key,
      call text not null check (call <> ''), input jsonb not null, note text not null default '',
      reason text not null, effect jsonb not null, digest text not null,
      asker_id uuid references users, asker_name text not null, asker_person uuid references users,
      state text not null default 'waiting' check (state in ('waiting', 'applied', 'denied', 'withdrawn', 'overtaken')),
      asked_at timestamptz not null, decided_at timestamptz, decided_by text, answer text not null default '',
      revision int not null default 1,
      check ((state = 'waiting') = (decided_at is null)));
    create index approval_requests_newest on approval_requests (state, asked_at desc, id desc);
    create index approval_requests_asker on approval_requests (asker_id) where asker_id is not null;
    create index approval_requests_person on approval_requests (asker_person) where asker_person is not null;

    create function refuse_price_change(name text, changes jsonb) returns void language plpgsql as $$
    declare allowed numeric; many int; most numeric;
    begin
      select price_percent into allowed from companies;
      if allowed is null or current_setting('shedworks.second_person', true) = 'yes' then return; end if;
      select count(*), max(percent) into many, most from (
        select 100 * abs(c.price - coalesce(d.price, c.was)) / coalesce(d.price, c.was) as percent
          from jsonb_to_recordset(changes) as c(id text, was numeric, price numeric)
          left join lateral (
            select (v.before ->> 'retail_price')::numeric as price from catalogue_versions v
             where v.table_name = name and v.row_key = c.id and v.at > now() - interval '1 day' and v.before is not null
             order by v.at, v.id limit 1) d on d.price > 0
         where coalesce(d.price, c.was) > 0) p
       where percent > allowed;
      if many > 0 then
        raise exception 'prices change by more than % percent', allowed using errcode = 'SW001',
          detail = json_build_object('prices', many, 'percent', round(most, 2), 'allowed', allowed)::text;
      end if;
    end $$;
    create function check_price_change() returns trigger language plpgsql as $$
    begin
      if (select max(price_percent) from companies) is null then return null; end if;
      perform refuse_price_change(tg_table_name, (
        select jsonb_agg(jsonb_build_object('id', n.id, 'was', o.retail_price, 'price', n.retail_price))
          from new_rows n join old_rows o on o.id = n.id where n.retail_price <> o.retail_price));
      return null;
    end $$;
    create trigger sheds_price_rule after update on sheds referencing old table as old_rows new table as new_rows
      for each statement execute function check_price_change();
    create trigger add_ons_price_rule after update on add_ons referencing old table as old_rows new table as new_rows
      for each statement execute function check_price_change();`);
}

export async function down(knex) {
  await knex.raw(`
    drop trigger sheds_price_rule on sheds;
    drop trigger add_ons_price_rule on add_ons;
    drop function check_price_change();
    drop function refuse_price_change(text, jsonb);
    drop table approval_requests;
    alter table companies drop column no_own_decisions, drop column amount_limit, drop column amount_needs, drop column price_percent;`);
}
