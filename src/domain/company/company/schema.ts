import { z } from 'zod';
import { paperSizes } from '../../files/pdf/paper.js';
import { Logo } from './logo-schema.js';
import { isTimeZone } from '../users/schema.js';
import { NamedUser } from '../users/user-names.js';
import { StandardMetalFields } from './metal-prices.js';
import { Money } from '../../kernel/money.js';
import { Id, PlainText, noneTwice, OptionalText, PercentStep, RequiredText } from '../../kernel/records/fields.js';

const REQUIRED = 'This field is required';
const Rate = PercentStep(1000, REQUIRED);
const Fee = z.number(REQUIRED).min(0, 'must not be negative').pipe(Money);

/** The nine settings that orders are priced with: percents, and dollars for escorts and fuel. All are required. */
export const SettingsFields = z.object({
  overheadPercentCompany: Rate,
  overheadPercentShop: Rate,
  dealerCommissionPercent: Rate,
  salesRepCommissionPercent: Rate,
  lotToCustomerPercent: Rate,
  shopToLotPercent: Rate,
  fourteenWideEscort: Fee,
  sixteenWideEscort: Fee,
  fuelSurcharge: Fee,
});

export const settingColumns = {
  overheadPercentCompany: 'overhead_percent_company',
  overheadPercentShop: 'overhead_percent_shop',
  dealerCommissionPercent: 'dealer_commission_percent',
  salesRepCommissionPercent: 'sales_rep_commission_percent',
  lotToCustomerPercent: 'lot_to_customer_percent',
  shopToLotPercent: 'shop_to_lot_percent',
  fourteenWideEscort: 'fourteen_wide_escort',
  sixteenWideEscort: 'sixteen_wide_escort',
  fuelSurcharge: 'fuel_surcharge',
} as const satisfies Record<keyof z.output<typeof SettingsFields>, string>;

/** The company's settings as a separate record. */
export const Settings = SettingsFields.extend({ _id: z.uuid(), revision: z.int() });

export const colorKinds = ['roof', 'siding', 'trim'] as const;
export type ColorKind = (typeof colorKinds)[number];

/** A list of colors from a form, in order; a stored color keeps its `_id`. */
const ColorList = z
  .array(z.object({ _id: Id.optional(), color: RequiredText('Enter a color', 100) }))
  .max(500, 'must have at most 500 colors')
  .superRefine(noneTwice('color'));

/** The outside domains that reports may be emailed to; lower case, no duplicates. */
const MailDomains = z
  .array(
    z
      .string('must be a domain such as example.com')
      .trim()
      .toLowerCase()
      .max(253, 'must be a domain such as example.com')
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, 'must be a domain such as example.com'),
    'must be a list of domains',
  )
  .max(100, 'must have at most 100 domains')
  .transform((all) => [...new Set(all)]);

const text = () => OptionalText().unwrap();
const fields = {
  name: RequiredText('Enter the company name'),
  productName: RequiredText('Enter the product name', 40),
  streetAddress: PlainText().max(200, 'must be at most 200 characters'),
  city: text(),
  state: text(),
  zipCode: text(),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago'),
  paperSize: z.enum(paperSizes, `must be one of: ${paperSizes.join(', ')}`),
  mailDomains: MailDomains,
  roofColors: ColorList,
  sidingColors: ColorList,
  trimColors: ColorList,
};

/** The fields of a new company; only its name is required. */
export const CompanyFields = z
  .object({ ...fields, ...SettingsFields.shape })
  .partial()
  .extend({ name: fields.name });

/** A change of the company; fields left out are unchanged. */
export const ChangeCompany = z
  .object({ ...fields, ...SettingsFields.shape })
  .partial()
  .extend({ id: Id, revision: z.int().optional() });

const Color = z.object({ _id: z.uuid(), color: z.string() });

/** What every user may know about the company. */
export const CompanyProfile = z.object({
  _id: z.uuid(),
  name: z.string(),
  /** The product's name for this company. */
  productName: z.string(),
  logo: Logo.nullable(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  timeZone: z.string(),
  roofColors: z.array(Color),
  sidingColors: z.array(Color),
  trimColors: z.array(Color),
});

/** The company with its settings, for the office. */
export const Company = CompanyProfile.extend({
  paperSize: z.enum(paperSizes),
  mailDomains: z.array(z.string()),
  ...SettingsFields.shape,
  revision: z.int(),
});

/** The same, with its users and the standard metal prices. */
export const CompanyDetail = Company.extend({ ...StandardMetalFields, companyUsers: z.array(NamedUser) });

export const companyColumns = {
  name: 'name',
  productName: 'product_name',
  streetAddress: 'street_address',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  timeZone: 'time_zone',
  paperSize: 'paper_size',
  mailDomains: 'mail_domains',
  ...settingColumns,
} as const;
