/**
 * Writes what is made from the description of the API: `docs/api.md`, the shape of the calls in `docs/api-shape.txt`, and
 * for each call whose shape changed a line in `docs/api-changelog.md`, to be reworded for its readers; and what commands
 * print as JSON, `docs/cli-json.md`. `npm run api`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { guideText } from '../src/api/contract/guide.js';
import { openApi } from '../src/api/contract/openapi.js';
import { compareShapes, describeShape, nameShape } from '../src/api/contract/shape.js';
import { lists } from '../src/api/routes.js';
import { jsonDocument } from '../src/cli/json/document.js';

const docs = path.resolve(import.meta.dirname, '../docs');
const shapeFile = path.join(docs, 'api-shape.txt');
const changelogFile = path.join(docs, 'api-changelog.md');

const shape = describeShape(openApi(lists));
const lines = compareShapes(readFileSync(shapeFile, 'utf8'), shape);
const changelog = readFileSync(changelogFile, 'utf8').replace(
  /^Shape `\w*`\n\n/m,
  `Shape \`${nameShape(shape)}\`\n\n${lines.map((line) => `${line}\n`).join('')}`,
);
writeFileSync(changelogFile, changelog);
writeFileSync(shapeFile, shape);
writeFileSync(path.join(docs, 'api.md'), guideText());
writeFileSync(path.join(docs, 'cli-json.md'), jsonDocument());
process.stdout.write(`${lines.join('\n') || 'The shape of the API has not changed.'}\n`);
