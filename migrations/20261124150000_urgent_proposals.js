// A canceled sale is urgent while its order is being built or is finished, even if that begins after its row arrived.
export async function up(knex) {
  await knex.raw(`
    create function urgent_proposals_follow() returns trigger language plpgsql as $$ begin
      if exists (select from order_proposals where state = 'open') then
        update order_proposals p set urgent = n.status in ('Building', 'Finished', 'Invoiced')
          from new_rows n join old_rows o on o.id = n.id
          where p.order_id = n.id and p.state = 'open' and o.status <> n.status
            and jsonb_path_exists(p.differences, '$[*] \\? (@.part == "cancel" && @.after != null)');
      end if;
      return null;
    end $$;
    create trigger urgent_proposals_follow after update on orders referencing old table as old_rows new table as new_rows
      for each statement execute function urgent_proposals_follow();
    update order_proposals p set urgent = o.status in ('Building', 'Finished', 'Invoiced')
        and jsonb_path_exists(p.differences, '$[*] \\? (@.part == "cancel" && @.after != null)')
      from orders o where o.id = p.order_id and p.state = 'open';`);
}

export async function down(knex) {
  await knex.raw(`
    drop trigger urgent_proposals_follow on orders;
    drop function urgent_proposals_follow();`);
}
