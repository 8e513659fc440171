/** Values as JSON text that no field should trip over; any of them may be refused, none may do harm. */
export const hostileJson: readonly string[] = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '0.1e-300', '1e308', '-1e308', '1e999', '-1e999', '9007199254740993', '-9999999.995', '123456789012345678901234567890'],
  ...['""', '"   "', '"NaN"', '"Infinity"', '"-Infinity"', '"null"', '"undefined"', '"true"', '"0x1F"', '"1e3"', '"1,234.50"'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800 x"', '"\\u202e\\u200b\\ufeff"', '"😀é漢"', '"a\\r\\nSet-Cookie: x=1"'],
  ...[`"' or 1=1; drop table orders; --"`, '"%_\\\\"', '"$1 $2 ?? ? :name"', '"<script>alert(1)</script>"', '"{{7*7}}${7*7}"', '"../../../../etc/passwd"', `"=cmd|' /C calc'!A0"`],
  ...['"2026-02-30"', '"9999-12-31"', '"0000-00-00"', '"-271821-04-20"', '"2026-13-01T99:99:99Z"', '"America/Nowhere"'],
  ...['"00000000-0000-0000-0000-000000000000"', '"01a1fb59-e501-7347-a09d-5a8f4806d9ff"', '"{01A1FB59-E501-7347-A09D-5A8F4806D9FF}"', '"01a1fb59-e501-7347-a09d-5a8f4806d9f"'],
  ...['[]', '[[]]', '[null]', '[1,"a",{}]', '{}', '{"_id":null}', '{"_id":"x"}', '{"_id":{"_id":1}}', '{"toString":1,"valueOf":1}', '{"length":1e9}', '{"then":"x"}'],
  ...['{"__proto__":{"superAdmin":true}}', '{"constructor":{"prototype":{"superAdmin":true}}}', '{"$ne":null}', '{"type":"Buffer","data":[0,255]}'],
  JSON.stringify('x'.repeat(20_000)),
  `[${'null,'.repeat(1000)}null]`,
  '['.repeat(10_000) + ']'.repeat(10_000),
  '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
];

interface RawBody {
  readonly raw: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}
const json = (raw: string | Buffer): RawBody => ({ raw, headers: { 'content-type': 'application/json' } });
const typed = (type: string, raw: string | Buffer, more = {}): RawBody => ({ raw, headers: { 'content-type': type, ...more } });

/** Bodies that are no request at all. */
export const hostileBodies: readonly RawBody[] = [
  ...['', ' ', '{', '[', '"text"', 'null', '123', 'true', '[]', '{}', '[{}]', '[null]', '[[]]', '{"a":1}}', "{'a':1}", '{"a":NaN}', '{"a":undefined}', '\ufeff{}', '{"id":1,"id":2}'].map(json),
  ...['{"__proto__":{"superAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"hasOwnProperty":1,"toString":2}', '{"":"", " ":1}'].map(json),
  json(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  json('['.repeat(10_000) + ']'.repeat(10_000)),
  json('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)),
  typed('application/x-www-form-urlencoded', 'a=1&b=2'),
  typed('text/xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
  typed('text/plain', '{}'),
  typed('application/json; charset=utf-16', '{}'),
  typed('application/json; charset=nonsense', '{}'),
  typed('application/json', 'this is no gzip', { 'content-encoding': 'gzip' }),
  typed('application/json', '{}', { 'content-encoding': 'nonsense' }),
  typed('multipart/form-data; boundary=x', '--x\r\nno headers'),
  typed('multipart/form-data', 'no boundary'),
  typed('multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a\u0000.json"\r\n\r\n{not json\r\n--x--\r\n'),
  typed('multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'),
  typed('nonsense', '{}'),
];

/** Texts for a parameter of a path or a query, as they go over the wire. */
export const hostileTexts: readonly string[] = [
  ...['', '%20', '0', '-1', '1.5', '1e309', 'NaN', 'Infinity', 'null', 'undefined', 'true', '99999999999999999999999', '0x10', '%00', 'a%00b', '%EF%BB%BF', '%F0%9F%98%80', '%ED%A0%80'],
  ...["'%20or%201=1--", '%25', '%5C', '%5C%27', '%24%7B7*7%7D', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', '..%2F..%2F..%2Fetc%2Fpasswd', '%0D%0ASet-Cookie:x=1', '$1', '%3F%3F', ':id'],
  ...['__proto__', 'constructor', 'toString', '[object%20Object]', '%7B%7D', '[]', 'New,Building', '2026-02-30', '-dateOrdered;drop', '00000000-0000-0000-0000-000000000000'],
  ...['01a1fb59-e501-7347-a09d-5a8f4806d9ff', '{01a1fb59-e501-7347-a09d-5a8f4806d9ff}', '01a1fb59-e501-7347-a09d-5a8f4806d9', 'x'.repeat(6000), '%ff', '%', '%zz'],
];

/** Queries that are odd as a whole, `FIELD` standing for a field of the input. */
export const hostileQueries: readonly string[] = [
  ...['?', '??', '?&&&', '?=', '?FIELD', '?FIELD=1&FIELD=2', '?FIELD[]=1', '?FIELD[a]=1', '?FIELD[__proto__]=1', '?__proto__=1', '?constructor=1&prototype=2', '?toString=1', '?%00=1'],
  ...['?preview=maybe', '?preview=true&preview=false', `?${'a=1&'.repeat(1200)}`, '?%ff=%ff', '?%'],
];
