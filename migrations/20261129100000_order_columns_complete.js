// A mapping of orders of another format had only the columns that users matched, and the workbench added those named
// like a field. A mapping is complete now: one that the workbench used gets the columns of its last import.
export async function up(knex) {
  await knex.raw(`
    with last as (
      select layout from imports
        where kind = 'orders' and not staged and undone_at is null
          and layout @> '[{"sheet": "Orders of another format"}]'
        order by at desc, id desc limit 1
    ), matched as (
      select jsonb_object_agg(x ->> 'field', x ->> 'header') as mapping
        from last cross join jsonb_path_query(layout, '$[*].columns[*]') x where x ->> 'field' is not null
    )
    update companies set feed_mapping = mapping from matched where mapping @> feed_mapping`);
}

// a complete mapping was valid before, too
export async function down() {}
