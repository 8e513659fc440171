import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from '../routes.js';

interface Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
}

/** The documented records that a client reads: the call, the path of the record in its answer, and its fields. */
const records: readonly (readonly [record: string, call: string, at: string, fields: string])[] = [
  ['Alert', 'GET /api/alert/unread', 'items', '_id type msg content read invoice'],
  [
    'AddOn',
    'GET /api/addon/one/:id',
    '',
    '_id name type ssId companySpecific dealerSpecific shopSpecific companyDealerSplit companyDealerShopSplit ' +
      'companyShopSplit passThrough discount steeperPitch onSiteFee nonInventory standardNonInvCost addOnLabor ' +
      'retailPrice shopPercent category standardItems shopItems',
  ],
  ['AddOn item', 'GET /api/addon/one/:id', 'standardItems', 'item description quantity replaceItem replacementItem'],
  ['AddOn of a shop', 'GET /api/addon/one/:id', 'shopItems', 'shop items'],
  ['Component', 'GET /api/component/:id', '', '_id name category shedCategory metalPackage standardItems'],
  ['Dealer', 'GET /api/dealer/:id', '', '_id name city shop haulPercent'],
  ['HaulBase', 'GET /api/haulbase/:id', '', '_id shedCategory model baseStyle width length haulBase'],
  ['Invoice', 'GET /api/invoice/findbyid/:id', '', '_id invoiceNumber invoicedDate billTo status shop order messages'],
  ['Invoice message', 'GET /api/invoice/findbyid/:id', 'messages', 'madeBy msg date'],
  [
    'MaterialOrder',
    'GET /api/materialorder/:id',
    '',
    '_id purchaseOrderNumber vendor orderedDate recievedDate createdAt recieved freight grandTotal items',
  ],
  [
    'MaterialOrder line',
    'GET /api/materialorder/:id',
    'items',
    'item description quantity newPrice newFreight total inInventory',
  ],
  [
    'MetalOrder',
    'GET /api/metalorder/:id',
    '',
    '_id purchaseOrderNumber vendor orderedDate recievedDate createdAt recieved metalOrder',
  ],
  [
    'MetalOrder package',
    'GET /api/metalorder/:id',
    'metalOrder',
    'shedCategory metalPackage serialNumber roofColor sidingColor trimColor',
  ],
  [
    'ShedLabor',
    'GET /api/shedlabor/:id',
    '',
    '_id shedCategory baseStyle model width length standardBuildBase standardRoofBase standardTrussCount ' +
      'standardPaintHours standardDoorCost standardTotalLaborCost',
  ],
  ['ShedCategory', 'GET /api/shed/category/one/:id', '', '_id name addonParentCategories'],
  ['Vendor', 'GET /api/vendor/:id', '', '_id name email address city state zipCode defaultItems'],
];

test.each(records)('%s (%s) has the fields of the documents', (_record, call, at, fields) => {
  const output = routes.find(({ key }) => key === call)?.service.output;
  if (!output) throw new Error(`There is no call ${call}`);
  const schema = output instanceof z.ZodType ? output : output.office;
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  for (const shape of whole.anyOf ?? [whole]) {
    const names = Object.keys(recordAt(shape, at).properties ?? {});
    expect(names).toEqual(expect.arrayContaining(fields.split(' ')));
  }
});

/** The record in an answer: its rows if `at` names a list of them. */
function recordAt(whole: Json, at: string): Json {
  const field = at === '' ? whole : (whole.properties?.[at] ?? {});
  return field.items ?? field;
}
