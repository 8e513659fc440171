// Erases words in the texts of JSON. Keys and numbers stay, and so does what was sold and by whom, even if a customer has
// the name of a color. Of a list, only entries with own words, or with a serial number beside a word, are about the
// customer; without own words, all of them are. Also forgets the tokens that a call used to leave in its stored answers.
// knex reads a bare question mark as a placeholder
const sold =
  '((colou\\?r|type|model|style|category|condition|status|shop|dealer|driver|rep|user)([_ ]\\?name)\\?|label|field|key)$|^name$';

export async function up(knex) {
  await knex.raw(`
    create function erase_words(content jsonb, words text, own text, serials text) returns jsonb language plpgsql immutable as $$
    begin
      if jsonb_typeof(content) = 'string' then
        return to_jsonb(regexp_replace(content #>> '{}', words, 'Erased', 'gi'));
      elsif jsonb_typeof(content) = 'object' then
        return (select coalesce(jsonb_object_agg(key, case
          when key ~* '${sold}' then value else erase_words(value, words, own, serials) end), '{}') from jsonb_each(content));
      elsif jsonb_typeof(content) = 'array' then
        return (select coalesce(jsonb_agg(case
          when own is null or value::text ~* own or (value::text ~* serials and value::text ~* words)
            then erase_words(value, words, null, null) else value end order by n), '[]')
          from jsonb_array_elements(content) with ordinality as x(value, n));
      end if;
      return content;
    end $$;

    update idempotency_keys set answer = null
     where what = 'End every other session of the signed-in user on every server; this one gets a new token';`);
}

export async function down(knex) {
  await knex.raw('drop function erase_words(jsonb, text, text, text)');
}
