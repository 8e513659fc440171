import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { routes } from './api/routes.js';
import { checkLimit, findLimit } from './dashboard/components/ui/form/limits.js';
import { mostPercent } from './domain/pricing/allocation.js';
import { addOnTypes, allocationFlags } from './domain/pricing/case/case.js';

const root = path.resolve('src/dashboard');
const getSource = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Form {
  readonly calls: readonly string[];
  readonly fields: string;
}

/**
 * Forms whose file does not show everything, because a part is in another file or it makes other calls too: the calls,
 * and the name in the call of each text and number field.
 */
const declaredForms: Readonly<Record<string, Form>> = {
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
  'features/catalogue/haul-bases/haul-form-page.tsx': {
    calls: ['POST /api/haulbase', 'PUT /api/haulbase/update/:id'],
    fields: 'width length haulBase',
  },
  'features/billing/invoices/adjust-dialog.tsx': { calls: ['PUT /api/invoice/update/:id'], fields: 'newMessage' },
  'features/orders/create-invoice-dialog.tsx': { calls: ['POST /api/invoice'], fields: 'invoiceNumber billTo' },
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
      'sidingPaint.color sidingPaint.quantity trimPaint.color trimPaint.quantity sellingCosts.haul customAddOns.0.name ' +
      'driver deliveryAddress.zip customerPhone customerEmail rtoCompany rtoMonths balance',
  },
  'features/orders/form/order-messages.tsx': { calls: ['POST /api/comment'], fields: 'content' },
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
const renamedForms: Readonly<Record<string, string>> = {
  'components/shared/base-styles/base-style-dialog.tsx': 'rates stand beside the name and the door cost',
  'components/shared/base-styles/shop-base-style-dialog.tsx': 'rates stand beside the door cost',
  'components/shared/items/metal-dialog.tsx': 'the call reads loose numbers and checks them as MetalPrices',
  'features/catalogue/items/shop-item-form.tsx': 'the call reads loose numbers and checks them as ShopValues',
};

/** The distinct matches of a pattern in a text. */
const findDistinct = (text: string, pattern: RegExp): string[] => [
  ...new Set(Array.from(text.matchAll(pattern), ([, part = '']) => part)),
];

/** A form as its file declares it: the calls of its `useSend`, and the names of its fields. */
const toShown = (file: string): Form => ({
  calls: findDistinct(getSource(file), /useSend\('((?:POST|PUT) [^']+)'/g),
  fields: findDistinct(
    getSource(file),
    /<(?:Text|TextArea|Number|Money|NewPassword)Field\b[^>]*?\bname="([^"]+)"/g,
  ).join(' '),
});

/** Each form with limits. */
const forms = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && /limits=\{(?!null\b)/.test(getSource(file)) && !(file in renamedForms))
  .toSorted()
  .map((file) => [file, declaredForms[file] ?? toShown(file)] as const);

const NO_RECORD = '01a00000-0000-7000-8000-000000000000';

const probes: readonly unknown[] = [
  ...[0, -0.01, -1, 0.00001, 0.001, 0.123, 0.12345, 1, 100, 100.5, 101, 999.99, 1000, 1000.01, 1001],
  ...[99_999.9999, 100_000, 100_001, 9_999_999.99, 10_000_000, 1e12, 2.5],
  ...[1, 20, 21, 50, 51, 60, 61, 100, 101, 200, 201, 254, 300, 301, 500, 501, 2000, 2001, 5000, 5001].map((length) =>
    'x'.repeat(length),
  ),
  ...['two\nlines', 'a\u0007b', '   ', 'name@example.com', 'no address'],
];

const getSchema = (call: string): z.ZodType => {
  const route = routes.find(({ key }) => key === call);
  if (!route) throw new Error(`There is no call ${call}`);
  return route.service.input;
};

/** The schema that a form's `limits` names, as its file imports it. */
async function readLimits(file: string): Promise<z.ZodType> {
  const source = getSource(file);
  const name = /limits=\{(\w+)\}/.exec(source)?.[1] ?? '';
  const line = source.split('\n').find((row) => row.startsWith('import {') && new RegExp(`\\b${name}\\b`).test(row));
  const exportedName = new RegExp(`(\\w+) as ${name}\\b`).exec(line ?? '')?.[1] ?? name;
  const from = /from '(.*)\.js';/.exec(line ?? '')?.[1];
  if (!from) throw new Error(`${file}: limits={${name}} is not imported from a schema`);
  const module = (await import(`${path.resolve(root, path.dirname(file), from)}.ts`)) as Record<string, z.ZodType>;
  return module[exportedName] as z.ZodType;
}

test.each(forms)('%s refuses the same values as its calls', async (file, { calls, fields }) => {
  expect(calls, 'calls of the form: say in `named` what its file does not show').not.toEqual([]);
  expect(fields, 'fields of the form').not.toBe('');
  const limits = await readLimits(file);
  for (const call of calls) {
    for (const field of fields.split(' ')) {
      const ofForm = findLimit(limits, field);
      const ofCall = findLimit(getSchema(call), field);
      expect(ofForm, `${field} in the form`).toBeDefined();
      const isTaken = calls.some((one) => findLimit(getSchema(one), field));
      expect(isTaken, `${field} of ${calls.join(', ')}`).toBe(true);
      if (!ofCall) continue; // for some of its fields a form may use another call, such as one with a password
      const verdicts = (limit: z.ZodType) => probes.map((probe) => [probe, checkLimit(limit, probe, 'It')]);
      expect(verdicts(ofForm as z.ZodType), `${field} of ${call}`).toEqual(verdicts(ofCall as z.ZodType));
    }
  }
});

test('no form is listed that no longer exists', () => {
  const limitedForms = forms.map(([file]) => file);
  expect(Object.keys(declaredForms).filter((file) => !limitedForms.includes(file))).toEqual([]);
  expect(Object.keys(renamedForms).filter((file) => !getSource(file).includes('limits={'))).toEqual([]);
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
    await readLimits('features/company/settings/shop-settings-page.tsx'),
    'overhead',
  ) as z.ZodType;
  expect(checkLimit(overhead, 1000, 'Overhead')).toBe('Overhead must be at most 100');
  expect(checkLimit(overhead, 12.345, 'Overhead')).toBe('Overhead must have at most 2 decimals');
  expect(checkLimit(overhead, 12.5, 'Overhead')).toBe(true);
  expect(checkLimit(overhead, null, 'Overhead')).toBe(true);
});

test('the maximum share of a shop for an add-on split three ways is that of the call', () => {
  expect(getSource('features/catalogue/addons/addon-form-page.tsx')).toContain('max={mostPercent(type, mode)}');
  const call = getSchema('POST /api/addon/');
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

test('a name that identifies a record is not checked as an ID', async () => {
  const paymentTo = findLimit(await readLimits('features/billing/new-payment-dialog.tsx'), 'paymentTo') as z.ZodType;
  expect(checkLimit(paymentTo, 'Ridge Line Barns', 'Payment To')).toBe(true);
});
