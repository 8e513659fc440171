// Orders whose customer's data was erased, so that no later row, form or import restores it.
// knex reads a bare question mark as a placeholder
const personal =
  '^(customer(\\?!source$)|buyer|deliver(y)\\?_\\?(address|line|city|state|zip)|billing|phone|email|first_\\?name|last_\\?name)';

export async function up(knex) {
  await knex.raw(`
    create table erased_customers (
      order_id uuid primary key,
      external_id text, serial_number text not null,
      erased_at timestamptz not null);
    create index erased_customers_external on erased_customers (external_id) where external_id is not null;
    create index erased_customers_serial on erased_customers (lower(serial_number));

    create function without_person(content jsonb) returns jsonb language plpgsql immutable as $$
    begin
      if jsonb_typeof(content) = 'object' then
        return (select coalesce(jsonb_object_agg(key, case
          when key ~* '${personal}' then case when key ~* '^customer(_\\?name)\\?$' and jsonb_typeof(value) = 'string' then to_jsonb('Erased'::text) else 'null' end
          else without_person(value) end), '{}') from jsonb_each(content));
      elsif jsonb_typeof(content) = 'array' then
        return (select coalesce(jsonb_agg(without_person(value) order by n), '[]') from jsonb_array_elements(content) with ordinality as x(value, n));
      end if;
      return content;
    end $$;

    create function keep_customer_erased() returns trigger language plpgsql as $$
    begin
      if exists (select from erased_customers e where e.order_id = new.id or e.external_id = new.external_id or lower(e.serial_number) = lower(new.serial_number)) then
        new.customer := case when new.customer is not null then 'Erased' end;
        new.customer_phone := null; new.customer_email := null;
        new.delivery_line_one := null; new.delivery_line_two := null;
        new.delivery_city := null; new.delivery_state := null; new.delivery_zip := null;
      end if;
      return new;
    end $$;
    create trigger orders_keep_erased before insert or update of customer, customer_phone, customer_email, delivery_line_one,
      delivery_line_two, delivery_city, delivery_state, delivery_zip, serial_number, external_id on orders
      for each row execute function keep_customer_erased();

    create function is_erased(id uuid) returns boolean language sql stable as $$
      select exists (select from orders o join erased_customers e
        on e.order_id = o.id or e.external_id = o.external_id or lower(e.serial_number) = lower(o.serial_number) where o.id = $1) $$;
    create function keep_source_erased() returns trigger language plpgsql as $$
    begin
      if exists (select from erased_customers) and is_erased(new.order_id) then new.source := without_person(new.source); end if;
      return new;
    end $$;
    create trigger order_sources_keep_erased before insert or update on order_sources
      for each row execute function keep_source_erased();
    create function keep_proposal_erased() returns trigger language plpgsql as $$
    begin
      if exists (select from erased_customers) and is_erased(new.order_id) then
        new.row := without_person(new.row); new.base := without_person(new.base); new.before := without_person(new.before);
      end if;
      return new;
    end $$;
    create trigger order_proposals_keep_erased before insert or update on order_proposals
      for each row execute function keep_proposal_erased();
    create function keep_trail_erased() returns trigger language plpgsql as $$
    begin
      if exists (select from erased_customers e where e.order_id = any(new.entity_ids)) then
        new.before := without_person(new.before); new.after := without_person(new.after);
      end if;
      return new;
    end $$;
    create trigger audit_entries_keep_erased before insert on audit_entries
      for each row when (new.entity in ('order', 'invoice', 'customer')) execute function keep_trail_erased();`);
}

export async function down(knex) {
  await knex.raw(`
    drop trigger audit_entries_keep_erased on audit_entries;
    drop trigger order_proposals_keep_erased on order_proposals;
    drop trigger order_sources_keep_erased on order_sources;
    drop trigger orders_keep_erased on orders;
    drop function keep_trail_erased();
    drop function keep_proposal_erased();
    drop function keep_source_erased();
    drop function is_erased(uuid);
    drop function keep_customer_erased();
    drop function without_person(jsonb);
    drop table erased_customers;`);
}
