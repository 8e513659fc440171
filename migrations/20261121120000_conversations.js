// Messages between office and shops, and the office's announcements, with who has read them.
export async function up(knex) {
  await knex.raw(`
    create table comments (
      id uuid primary key,
      shop_id uuid not null references shops on delete cascade,
      order_id uuid references orders on delete set null, serial_number text,
      for_type text not null check (for_type in ('Company', 'Shop')),
      author_id uuid references users on delete set null, author_name text not null,
      content text not null check (content <> ''),
      at timestamptz not null, read_at timestamptz, read_by text,
      constraint comments_about_an_order check (order_id is null or serial_number is not null));
    create index comments_shop on comments (shop_id, id desc);
    create index comments_order on comments (order_id, id desc);
    create index comments_unread on comments (for_type, shop_id, id desc) where read_at is null;

    create table announcements (
      id uuid primary key, revision int not null default 1,
      msg text not null check (msg <> ''), company_specific boolean not null,
      made_by text not null,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create index announcements_side on announcements (company_specific, id desc);
    create table announcement_reads (
      announcement_id uuid not null references announcements on delete cascade, user_id uuid not null references users on delete cascade,
      primary key (announcement_id, user_id));`);
}

export async function down(knex) {
  await knex.raw('drop table announcement_reads, announcements, comments;');
}
