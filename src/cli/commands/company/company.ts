import type { Command } from 'commander';
import type { z } from 'zod';
import { deleteLogo, updateLogo } from '../../../domain/company/company/manage-logo.js';
import type { CompanyProfile } from '../../../domain/company/company/schema.js';
import { getCompanyProfile } from '../../../domain/company/company/service.js';
import { readUpload } from '../../files.js';
import { print, printNote, sentence, type TableRow } from '../../output.js';
import { withContext, type GlobalOptions } from '../../run.js';

type Profile = z.output<typeof CompanyProfile>;

/** `shedworks company show|set-logo|remove-logo`. */
export function registerCompany(program: Command): void {
  const company = program.command('company').description('Show the company, and set its logo');
  company
    .command('show')
    .description("Show the company's name, address, time zone and logo")
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => printCompany(options, await getCompanyProfile(ctx, {}))),
    );
  company
    .command('set-logo <file>')
    .description('Set the logo of screens and documents: a PNG, JPEG or WebP of at most 2 MB')
    .action((file: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => printSaved(options, await updateLogo(ctx, { file: await readUpload(file) }))),
    );
  company
    .command('remove-logo')
    .description('Remove the logo')
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { _id: id } = await getCompanyProfile(ctx, {});
        return printSaved(options, await deleteLogo(ctx, { id }));
      }),
    );
}

function printSaved(options: GlobalOptions, { msg, item }: { msg: string; item: Profile }): undefined {
  printCompany(options, item);
  printNote(sentence(msg));
}

function printCompany(options: GlobalOptions, company: Profile): undefined {
  print(options, company, [toRow(company)]);
}

const toRow = ({ name, productName, streetAddress, city, state, zipCode, timeZone, logo, _id }: Profile): TableRow => ({
  name,
  product: productName,
  address: [streetAddress, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  timeZone,
  logo: logo ? `${logo.width} × ${logo.height}` : null,
  id: _id,
});
