import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FalseProvider, startFalseProvider } from '../../../api/testing/false-provider.js';
import { CLIENT_ID, CLIENT_SECRET, type RunningProvider, startProvider } from '../../../api/testing/oidc-provider.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerSso } from './sso.js';

const world = useWorld();
const settings = {
  ...{ SSO_PRIVATE_ADDRESSES: 'true', PUBLIC_URL: 'https://office.example.com' },
  SHEDWORKS_SECRET: 'the secret of the tests of single sign-on',
};
let provider: RunningProvider;
let liar: FalseProvider;
let folder: string;
let knownOptions: readonly string[];
beforeAll(async () => {
  Object.assign(process.env, settings);
  provider = await startProvider(`${settings.PUBLIC_URL}/sso`);
  liar = await startFalseProvider(CLIENT_ID);
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-sso-'));
  const secret = await put('secret', `${CLIENT_SECRET}\n`);
  knownOptions = ['--name', 'Acme', '--client-id', CLIENT_ID, '--secret-file', secret];
});
afterAll(async () => {
  for (const name of Object.keys(settings)) delete process.env[name];
  await provider.stop();
  await liar.stop();
  await rm(folder, { recursive: true });
});

async function put(name: string, content: string): Promise<string> {
  await writeFile(path.join(folder, name), content);
  return path.join(folder, name);
}
const tryOut = (...args: string[]) => runCommand(world.url, registerSso, 'sso', 'test', ...knownOptions, ...args);
const rules = ['--claim', 'groups', '--rule', 'Shed Office=Office User', '--others', 'refuse'];

test('a provider that answers is tested before it is set: the address to register, and who a sample person would be', async () => {
  const ann = { email: 'ann@acme.example', email_verified: true, groups: ['Shed Office'] };
  const claims = ['--claims', await put('ann.json', JSON.stringify(ann))];
  const { code, out, notes } = await tryOut('--issuer', provider.issuer, ...rules, ...claims);
  expect(code, notes).toBe(0);
  expect(out).toContain('Acme responded and did not reject the client.');
  expect(out).toContain('Register https://office.example.com/sso at Acme.');
  expect(out).toContain('ann@acme.example gets the role Office User');
  expect(out + notes).not.toContain(CLIENT_SECRET);
  expect(await world.db('single_sign_on').first('id')).toBeUndefined();
});

test.each([
  [{ email: 'bob@acme.example', email_verified: true, groups: [] }, 'This user is refused: no rule matches'],
  [{ email: 'bob@acme.example', groups: ['Shed Office'] }, 'no email address is verified'],
])('a sample with the claims %j is described', async (claims, sentence) => {
  const file = await put('claims.json', JSON.stringify(claims));
  const { code, out } = await tryOut('--issuer', provider.issuer, ...rules, '--claims', file, '--json');
  const { sample } = JSON.parse(out) as { sample: { msg: string } };
  expect([code, sample.msg]).toEqual([0, expect.stringContaining(sentence)]);
});

test('a sample says whether people without an account are added as users', async () => {
  const file = await put('cay.json', JSON.stringify({ email: 'cay@acme.example', email_verified: true }));
  for (const [option, sentence] of [
    ['--create-users', 'cay@acme.example gets the role Office User.'],
    ['--no-create-users', 'but only with an account here: no users are added.'],
  ] as const) {
    const otherOptions = ['--others', 'Office User', option];
    expect((await tryOut('--issuer', provider.issuer, ...otherOptions, '--claims', file)).out).toContain(sentence);
  }
});

const away = 'http://127.0.0.1:1';

test.each([
  ['away', () => away, {}, 'issuer: cannot be used: '],
  ['another one', () => liar.issuer, { metadata: { issuer: away } }, 'issuer: cannot be used: '],
  [
    'without keys',
    () => liar.issuer,
    { metadata: { jwks_uri: undefined } },
    'its metadata has no address for its signing keys',
  ],
  ['whose keys are away', () => liar.issuer, { metadata: { jwks_uri: `${away}/keys` } }, 'cannot be used: '],
])('a provider that is %s fails with a sentence', async (_, issuer, lies, sentence) => {
  liar.lies = lies;
  const { code, out, notes } = await tryOut('--issuer', issuer(), ...rules);
  liar.lies = {};
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(notes).toContain(sentence);
  expect(notes).not.toContain(CLIENT_SECRET);
});

test('a client secret that the provider refuses fails, and is not repeated', async () => {
  const secret = await put('wrong', 'not the secret');
  const { code, notes } = await tryOut('--issuer', provider.issuer, '--secret-file', secret);
  expect(code).toBe(2);
  expect(notes).toContain('was rejected by Acme: it responded with invalid_client');
  expect(notes).not.toContain('not the secret');
});

test('claims that are not an object are refused by the name of their file', async () => {
  const { code, notes } = await tryOut('--issuer', provider.issuer, '--claims', await put('list.json', '[]'));
  expect([code, notes]).toEqual([2, expect.stringContaining('list.json is not a JSON object')]);
});
