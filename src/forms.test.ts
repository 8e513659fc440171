import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { routes } from './api/routes.js';
import { checkLimit, findLimit } from './dashboard/components/ui/form/limits.js';
import { mostPercent } from './domain/pricing/allocation.js';
import { addOnTypes, allocationFlags } from './domain/pricing/case/case.js';

const root = path.resolve('src/dashboard');
const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Each form with limits, the calls it sends to, and its fields of text and numbers by their names in form and call. */
const forms: Readonly<Record<string, { calls: readonly string[]; fields: string }>> = {
  'features/catalogue/addon-labor/labor-form-page.tsx': {
    calls: ['POST /api/addonlabor/', 'PUT /api/addonlabor/update/:id'],
    fields: 'name standardLaborTotal',
  },
  'features/catalogue/addon-labor/shop-labor-form.tsx': {
    calls: ['PUT /api/addonlabor/shop/update/:id'],
    fields: 'laborTotal',
  },
  'features/catalogue/addons/addon-form-page.tsx': {
    calls: ['POST /api/addon/', 'PUT /api/addon/update/:id'],
    fields: 'name ssId retailPrice shopPercent standardNonInvCost standardItems.0.description standardItems.0.quantity',
  },
  'features/catalogue/addons/category-dialog.tsx': { calls: ['PUT /api/addon/category/update/:id'], fields: 'name' },
  'features/catalogue/addons/category-form-page.tsx': { calls: ['POST /api/addon/category/'], fields: 'name' },
  'features/catalogue/addons/parent-dialogs.tsx': {
    calls: ['POST /api/addon-parent-category/', 'PUT /api/addon-parent-category/update/:id'],
    fields: 'name',
  },
  'features/catalogue/addons/shop-addon-page.tsx': {
    calls: ['PUT /api/addon/shop/update/:id', 'PUT /api/addon/company/update/:id'],
    fields: 'items.0.description items.0.quantity',
  },
  'features/operations/admin/answer-ticket-dialog.tsx': {
    calls: ['PUT /api/support/ticket/update/:id'],
    fields: 'answer',
  },
  'features/messaging/announcements/announcement-dialog.tsx': {
    calls: ['POST /api/announcement', 'PUT /api/announcement/update/:id'],
    fields: 'msg',
  },
  'features/catalogue/components/category-dialog.tsx': {
    calls: ['PUT /api/component/category/update/:id'],
    fields: 'name priority',
  },
  'features/catalogue/components/category-form-page.tsx': {
    calls: ['POST /api/component/category/'],
    fields: 'name priority',
  },
  'features/catalogue/components/component-form-page.tsx': {
    calls: ['POST /api/component/', 'PUT /api/component/update/:id'],
    fields: 'name standardItems.0.description standardItems.0.quantity',
  },
  'components/shared/corrections/correction-dialog.tsx': { calls: ['POST /api/correction'], fields: 'amount reason' },
  'features/company/dealers/dealer-form-page.tsx': {
    calls: ['POST /api/dealer', 'PUT /api/dealer/update/:id'],
    fields: 'name city haulPercent',
  },
  'features/catalogue/haul-bases/haul-form-page.tsx': {
    calls: ['POST /api/haulbase', 'PUT /api/haulbase/update/:id'],
    fields: 'width length haulBase',
  },
  'features/billing/invoices/adjust-dialog.tsx': { calls: ['PUT /api/invoice/update/:id'], fields: 'newMessage' },
  'features/orders/create-invoice-dialog.tsx': { calls: ['POST /api/invoice'], fields: 'invoiceNumber billTo' },
  'features/billing/invoices/head-dialog.tsx': { calls: ['PUT /api/invoice/update/:id'], fields: 'invoiceNumber' },
  'features/catalogue/items/category-form-page.tsx': {
    calls: ['POST /api/itemcategory/', 'PUT /api/itemcategory/update/:id'],
    fields: 'name',
  },
  'features/catalogue/items/item-form-page.tsx': { calls: ['POST /api/item/'], fields: 'name type subTotal freight' },
  'features/purchasing/material-orders/material-form.tsx': {
    calls: ['POST /api/materialorder', 'PUT /api/materialorder/update/:id'],
    fields: 'purchaseOrderNumber freight items.0.description items.0.quantity items.0.newPrice items.0.total',
  },
  'features/messaging/messages/new-message-dialog.tsx': { calls: ['POST /api/comment'], fields: 'content' },
  'features/purchasing/metal-orders/metal-form.tsx': {
    calls: ['POST /api/metalorder', 'PUT /api/metalorder/update/:id'],
    fields: 'purchaseOrderNumber',
  },
  'features/orders/form/order-form.tsx': {
    calls: ['PUT /api/orders/update/:id'],
    fields:
      'holdReason width length shopPercent basePrice.company adjustment.shop adjustment.company adjustmentNote ' +
      'sidingPaint.color sidingPaint.quantity trimPaint.color trimPaint.quantity sellingCosts.haul customAddOns.0.name',
  },
  'features/orders/form/order-messages.tsx': { calls: ['POST /api/comment'], fields: 'content' },
  'features/billing/payments/haul-dialog.tsx': { calls: ['PUT /api/payment/haul/update/:id'], fields: 'haulTotal' },
  'features/billing/new-payment-dialog.tsx': {
    calls: ['POST /api/payment'],
    fields: 'paymentNumber shopsPaymentAdjustment memo',
  },
  'features/billing/payments/payment-form.tsx': {
    calls: ['PUT /api/payment/update/:id'],
    fields: 'paymentNumber shopsPaymentAdjustment memo',
  },
  'features/billing/repair-invoices/create-repair-dialog.tsx': {
    calls: ['POST /api/repairinvoice'],
    fields: 'invoiceNumber billTo items.0.quantity items.0.rate items.0.reason',
  },
  'features/billing/repair-invoices/repair-form.tsx': {
    calls: ['PUT /api/repairinvoice/update/:id'],
    fields: 'invoiceNumber billTo items.0.quantity items.0.rate items.0.reason',
  },
  'features/reporting/schedules/schedule-form.tsx': {
    calls: ['POST /api/schedule', 'PUT /api/schedule/update/:id'],
    fields: 'cron',
  },
  'features/company/settings/company-form.tsx': {
    calls: ['POST /api/company', 'PUT /api/company/update/:id'],
    fields: 'name streetAddress city state zipCode',
  },
  'features/company/settings/settings-form.tsx': {
    calls: ['PUT /api/settings/update/:id'],
    fields:
      'overheadPercentCompany overheadPercentShop dealerCommissionPercent salesRepCommissionPercent ' +
      'lotToCustomerPercent shopToLotPercent fourteenWideEscort sixteenWideEscort fuelSurcharge',
  },
  'features/company/settings/shop-settings-page.tsx': {
    calls: ['PUT /api/shop/update/:id'],
    fields: 'streetAddress city state zipCode overhead',
  },
  'features/catalogue/shed-labor/labor-form-page.tsx': {
    calls: ['POST /api/shedlabor', 'PUT /api/shedlabor/update/:id'],
    fields: 'width length standardBuildBase standardRoofBase standardTrussCount standardPaintHours standardDoorCost',
  },
  'features/catalogue/shed-labor/shop-labor-form-page.tsx': {
    calls: ['PUT /api/shedlabor/shop/update/:id'],
    fields: 'buildBase roofBase trussCount paintHours doorCost',
  },
  'features/catalogue/sheds/category-form-page.tsx': {
    calls: ['POST /api/shed/category/', 'PUT /api/shed/category/update/:id'],
    fields: 'name',
  },
  'features/catalogue/sheds/copy-model-dialog.tsx': { calls: ['POST /api/shed/model/copy/:id'], fields: 'name code' },
  'features/catalogue/sheds/model-form-page.tsx': {
    calls: ['POST /api/shed/model/', 'PUT /api/shed/model/update/:id'],
    fields: 'name code standardAddOns.0.quantity',
  },
  'features/catalogue/sheds/shed-form-page.tsx': {
    calls: ['POST /api/shed', 'PUT /api/shed/update/:id'],
    fields: 'width length ssId retailPrice components.0.quantity standardAddOns.0.quantity',
  },
  'features/company/shop-form.tsx': {
    calls: ['POST /api/shop', 'PUT /api/shop/update/:id'],
    fields:
      'name defaultEmail streetAddress city state zipCode overhead shopAddOnPercent eightTenTwelveNBPercent ' +
      'categories.0.eightTenTwelveNBPercent defaultModels.0.eightTenTwelveNBPercent',
  },
  'components/shared/users/add-user-dialog.tsx': {
    calls: ['POST /api/users/company/add', 'POST /api/users/shop/add'],
    fields: 'name email password',
  },
  'components/shared/users/reset-password-dialog.tsx': { calls: ['PUT /api/users/password/:id'], fields: 'password' },
  'components/shared/users/user-dialog.tsx': { calls: ['PUT /api/users/update/:id'], fields: 'name email' },
  'features/purchasing/vendors/vendor-form-page.tsx': {
    calls: ['POST /api/vendor', 'PUT /api/vendor/update/:id'],
    fields: 'name email address city state zipCode',
  },
  'features/purchasing/vendor-select.tsx': {
    calls: ['POST /api/vendor'],
    fields: 'name email address city state zipCode',
  },
};

/** Forms whose names differ from those of their calls, with the values that the call reads under another name. */
const renamed: Readonly<Record<string, string>> = {
  'components/shared/base-styles/base-style-frame.tsx': 'rates stand beside the name and the door cost',
  'components/shared/items/metal-dialog.tsx': 'the call reads loose numbers and checks them as MetalPrices',
  'features/catalogue/items/shop-item-form.tsx': 'the call reads loose numbers and checks them as ShopValues',
};

const NO_RECORD = '01a00000-0000-7000-8000-000000000000';

const probes: readonly unknown[] = [
  ...[0, -0.01, -1, 0.00001, 0.001, 0.123, 0.12345, 1, 100, 100.5, 101, 999.99, 1000, 1000.01, 1001],
  ...[99_999.9999, 100_000, 100_001, 9_999_999.99, 10_000_000, 1e12, 2.5],
  ...[1, 20, 21, 50, 51, 60, 61, 100, 101, 200, 201, 254, 300, 301, 500, 501, 2000, 2001, 5000, 5001].map((length) =>
    'x'.repeat(length),
  ),
  ...['two\nlines', 'a\u0007b', '   ', 'name@example.com', 'no address'],
];

const schemaOf = (call: string): z.ZodType => {
  const route = routes.find(({ key }) => key === call);
  if (!route) throw new Error(`There is no call ${call}`);
  return route.service.input;
};

/** The schema that a form's `limits` names, as its file imports it. */
async function limitsOf(file: string): Promise<z.ZodType> {
  const source = sourceOf(file);
  const name = /limits=\{(\w+)\}/.exec(source)?.[1] ?? '';
  const line = source.split('\n').find((row) => row.startsWith('import {') && new RegExp(`\\b${name}\\b`).test(row));
  const exported = new RegExp(`(\\w+) as ${name}\\b`).exec(line ?? '')?.[1] ?? name;
  const from = /from '(.*)\.js';/.exec(line ?? '')?.[1];
  if (!from) throw new Error(`${file}: limits={${name}} is not imported from a schema`);
  const module = (await import(`${path.resolve(root, path.dirname(file), from)}.ts`)) as Record<string, z.ZodType>;
  return module[exported] as z.ZodType;
}

test.each(Object.entries(forms))('%s refuses what its calls refuse', async (file, { calls, fields }) => {
  const limits = await limitsOf(file);
  for (const call of calls) {
    for (const field of fields.split(' ')) {
      const ofForm = findLimit(limits, field);
      const ofCall = findLimit(schemaOf(call), field);
      expect(ofForm, `${field} in the form`).toBeDefined();
      expect(ofCall, `${field} of ${call}`).toBeDefined();
      const verdicts = (limit: z.ZodType) => probes.map((probe) => [probe, checkLimit(limit, probe, 'It')]);
      expect(verdicts(ofForm as z.ZodType), `${field} of ${call}`).toEqual(verdicts(ofCall as z.ZodType));
    }
  }
});

test('every form with limits is compared with its calls', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const limited = files.filter((file) => /limits=\{(?!null\b)/.test(sourceOf(file)));
  expect(limited.toSorted()).toEqual([...Object.keys(forms), ...Object.keys(renamed)].toSorted());
});

test('a form without the limits of a call states the length of each of its texts', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const texts = files
    .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ source }) => source.includes('limits={null}'))
    .flatMap(({ file, source }) =>
      Array.from(source.matchAll(/<Text(?:Area)?Field\b.*?\/>/gs), ([field]) => ({ file, field })),
    );
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter(({ field }) => !/maxLength=|readOnly\b/.test(field))).toEqual([]);
});

test('an overhead of 1000 % is refused at its field', async () => {
  const overhead = findLimit(
    await limitsOf('features/company/settings/shop-settings-page.tsx'),
    'overhead',
  ) as z.ZodType;
  expect(checkLimit(overhead, 1000, 'Overhead')).toBe('Overhead must be at most 100');
  expect(checkLimit(overhead, 12.345, 'Overhead')).toBe('Overhead must have at most two decimals');
  expect(checkLimit(overhead, 12.5, 'Overhead')).toBe(true);
  expect(checkLimit(overhead, null, 'Overhead')).toBe(true);
});

test('the most that a shop gets of an add-on split three ways is that of the call', () => {
  expect(sourceOf('features/catalogue/addons/addon-form-page.tsx')).toContain('max={mostPercent(type, mode)}');
  const call = schemaOf('POST /api/addon/');
  const isTaken = (type: string, mode: string, shopPercent: number): boolean =>
    call.safeParse({ ...{ name: 'Ramp', type, retailPrice: 1, category: NO_RECORD, shopPercent }, [mode]: true })
      .success;
  for (const type of addOnTypes)
    for (const mode of allocationFlags) {
      const most = mostPercent(type, mode);
      expect([isTaken(type, mode, most), isTaken(type, mode, most + 0.0001)], `${type}, ${mode}`).toEqual([
        true,
        false,
      ]);
    }
});

test('a name that stands for a record is not held against its ID', async () => {
  const paymentTo = findLimit(await limitsOf('features/billing/new-payment-dialog.tsx'), 'paymentTo') as z.ZodType;
  expect(checkLimit(paymentTo, 'Ridge Line Barns', 'Payment To')).toBe(true);
});
