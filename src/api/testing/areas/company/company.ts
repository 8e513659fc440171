import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pictures } from '../../../../domain/testing/pictures.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, Makers, References } from '../../kinds.js';

export const references: References = {
  'GET /api/company/logo/:hash': { hash: 'logo' },
  'POST /api/company/logo': { image: 'word' },
  'DELETE /api/company/logo/delete/:id': { id: 'catalogue' },
};

let height = 0;
/** A logo that no earlier call used. */
const nextLogo = (): Buffer => pictures.png(10, (height += 1));

const findCompanyId = async (world: World): Promise<string> =>
  ((await world.db('companies').first('id')) as { id: string }).id;

/** Stores a logo without checks; returns the end of its address. */
async function makeLogo(world: World): Promise<string> {
  const bytes = nextLogo();
  const logo = { company_id: await findCompanyId(world), hash: 'logo-of-the-nets', width: 10, height, bytes };
  await world.db('company_logos').insert(logo).onConflict('company_id').merge();
  return logo.hash;
}

export const sharedRecords: Makers = { logo: makeLogo };

const office = (values: object) => ({ as: 'office.admin', entity: 'company', values: { ...values } }) as const;

export const examples: Examples = {
  'POST /api/company/logo': () => office({ image: nextLogo().toString('base64') }),
  'DELETE /api/company/logo/delete/:id': async (world) => {
    await makeLogo(world);
    return office({ id: await findCompanyId(world) });
  },
};

/** The logo as a file. */
function writeLogo(): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'shedworks-logo-')), 'logo.png');
  writeFileSync(file, nextLogo());
  return file;
}

export const commands: Commands = {
  'company show': () => [],
  'company set-logo': () => [writeLogo()],
  'company remove-logo': () => [],
  'config list': () => [],
  'config get': () => ['timeZone'],
  'config set': () => ['fuelSurcharge', '125', '--dry-run'],
  'config variables': () => [],
};
