/** The siding and roof types that the sheds of a category are built with; an empty list sets no limit. */
export async function up(knex) {
  await knex.raw(`
    alter table shed_categories
      add column siding_types text[] not null default '{}', add column roof_types text[] not null default '{}',
      add constraint shed_categories_types check (array_position(siding_types, '') is null and array_position(roof_types, '') is null
        and array_position(siding_types, null) is null and array_position(roof_types, null) is null);`);
}

export async function down(knex) {
  await knex.raw(
    `alter table shed_categories drop constraint shed_categories_types, drop column siding_types, drop column roof_types;`,
  );
}
