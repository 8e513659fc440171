import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageFolder } from './package.js';

const domain = path.join(fileURLToPath(packageFolder), 'src', 'domain');
const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const texts = new Map(files.map((file) => [file, readFileSync(path.join(domain, file), 'utf8')]));
const EXPORT = /^export (?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;
const USE_CASE = /^export const (\w+)(?:: [^=]+)? = service\w*\(/gm;

const findAll = (pattern: RegExp): (readonly [name: string, file: string])[] =>
  [...texts].flatMap(([file, text]) => Array.from(text.matchAll(pattern), ([, name = '']) => [name, file] as const));

test('an exported name of the domain is unique, so that jumping to it leads to one place', () => {
  const places = new Map<string, Set<string>>();
  const namedExports = findAll(EXPORT).filter(([name]) => name !== 'about'); // each kind of import says so what it is
  for (const [name, file] of namedExports) places.set(name, (places.get(name) ?? new Set()).add(file));
  expect([...places].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])).toEqual([]);
});

test('a use case is named by a verb, the same for the same meaning everywhere', () => {
  const names = findAll(USE_CASE).map(([name]) => name);
  expect(names.length).toBeGreaterThan(400);
  const otherNames = names.filter((name) => !/^[a-z]+[A-Z]/.test(name) && !['signIn', 'signOut'].includes(name));
  expect(otherNames).toEqual([]);
  // shown is "get", added is "create", changed is "update"; "add" and "change" are for what is not a record
  const exceptions = ['addSample', 'removeSample', 'changeOwnPassword', 'removeOwnAuthenticator', 'removeOwnPasskey'];
  const oddVerb = /^(show|add|change|remove|edit|save|own|give|tell|ask|make)[A-Z]/;
  expect(names.filter((name) => oddVerb.test(name) && !exceptions.includes(name))).toEqual([]);
});
