/**
 * `npm run api` writes the documents that are made from the code: `docs/api.md`, `docs/api-shape.txt` (the shape of all
 * calls), and `docs/cli-json.md` (what commands print as JSON). For each call whose shape changed it adds a line to
 * `docs/api-changelog.md`; reword it for its readers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { guideText } from '../src/api/contract/guide.js';
import { openApi } from '../src/api/contract/openapi.js';
import { compareShapes, describeShape, nameShape } from '../src/api/contract/shape.js';
import { routeLists } from '../src/api/routes.js';
import { jsonDocument } from '../src/cli/json/document.js';

const docs = path.resolve(import.meta.dirname, '../docs');
const shapeFile = path.join(docs, 'api-shape.txt');
const changelogFile = path.join(docs, 'api-changelog.md');

const shape = describeShape(openApi(routeLists));
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
