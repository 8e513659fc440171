import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageFolder } from '../../package.js';
import { routeLists } from '../routes.js';
import { guideText } from './guide.js';
import { openApi } from './openapi.js';
import { compareShapes, describeShape, nameShape } from './shape.js';

const read = (name: string): string => readFileSync(new URL(`docs/${name}`, packageFolder), 'utf8');
const shape = describeShape(openApi(routeLists));

test('docs/api.md matches the code; npm run api writes it', () => {
  expect(read('api.md')).toBe(guideText());
});

test("every change of the API's shape is in its changelog; npm run api adds a line", () => {
  expect(compareShapes(read('api-shape.txt'), shape)).toEqual([]);
  expect(read('api-changelog.md')).toContain(`Shape \`${nameShape(shape)}\``);
});

test('a call that is added, changed or removed is noticed', () => {
  const [first = '', second = '', ...rest] = shape.split('\n');
  const call = (line: string): string => line.split(' ').slice(0, 2).join(' ');
  const changedText = second.replace(/\w+$/, '00000000');
  expect(compareShapes(shape, [changedText, 'GET /api/new 1 2 3', ...rest].join('\n'))).toEqual([
    '- Added `GET /api/new`.',
    `- Changed \`${call(second)}\`: response.`,
    `- Removed \`${call(first)}\`.`,
  ]);
});
