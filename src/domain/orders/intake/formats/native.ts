import {
  day,
  readDecimal,
  dollars,
  flag,
  identifier,
  number,
  text,
  UnreadableValue,
} from '../../../imports/reading/values.js';
import type { CostPair, IncomingLine, IncomingOrder, Paint, ReadingOptions } from '../incoming.js';
import { optionalFields, requiredFields } from './mapped-schema.js';
import { readFacts } from './read-facts.js';
import { limitText, requirePresent, prose, requireText } from './texts.js';
import { isObject } from '../../../kernel/objects.js';

type RawRow = Record<string, unknown>;

/** Reads one order of the native format. Throws UnreadableValue if it is not a valid order. */
export function readNative(raw: RawRow, index: number, { today, zone }: ReadingOptions): IncomingOrder {
  const { width, length } = readSize(raw['width'], raw['length'], raw['size']);
  const basePrice = dollars('basePrice', raw['basePrice']);
  if (basePrice === null) throw new UnreadableValue('basePrice is missing');
  const dateOrdered = day('dateOrdered', raw['dateOrdered'], zone);
  return {
    index,
    serialNumber: requireText('serialNumber', identifier('serialNumber', raw['serialNumber'])),
    externalId: limitText('externalId', identifier('externalId', raw['externalId'])),
    orderNumber: limitText('orderNumber', identifier('orderNumber', raw['orderNumber'])),
    shop: limitText('shop', formatName(raw['shop'])),
    dealer: limitText('dealer', formatName(raw['dealer'])),
    dealerId: null,
    shed: null,
    salesRep: limitText('salesRep', raw['salesRep']),
    customer: limitText('customer', formatName(raw['customer'])),
    type: readType(raw['type']),
    category: limitText('category', formatName(raw['category'])),
    modelId: null,
    model: requireText('model', formatName(raw['model'])),
    width,
    length,
    basePrice,
    shopPercent: readDecimal('shopPercent', raw['shopPercent'], 0, 1000.0001),
    total: dollars('total', raw['total']),
    adjustment: { shop: 0, company: dollars('adjustment', raw['adjustment']) ?? 0 },
    adjustmentNote: prose('adjustmentNote', raw['adjustmentNote']),
    sidingType: limitText('sidingType', raw['sidingType']),
    sidingColor: limitText('sidingColor', raw['sidingColor']),
    sidingPaint: readPaint('sidingPaint', raw['sidingPaint']),
    roofType: limitText('roofType', raw['roofType']),
    roofColor: limitText('roofColor', raw['roofColor']),
    trimColor: limitText('trimColor', raw['trimColor']),
    trimPaint: readPaint('trimPaint', raw['trimPaint']),
    condition: limitText('condition', raw['condition']),
    colors: ['Roof', 'Siding', 'Trim'],
    dateOrdered: dateOrdered ?? today,
    isDated: dateOrdered !== null,
    addOns: readNativeLines('addOns', raw['addOns']),
    customAddOns: readNativeLines('customAddOns', raw['customAddOns']),
    facts: readFacts(raw, zone),
    canceledOn: null,
    fileAlerts: [],
    source: unknownFields(raw),
  };
}

const knownFields = new Set<string>([...requiredFields, ...optionalFields]);

/** The fields that are read of a value: null for a value of one piece, or those of an object or of a list's objects. */
type ReadFields = null | { readonly [field: string]: ReadFields } | readonly [ReadFields];

const named: ReadFields = { name: null };
const paint: ReadFields = { color: null, quantity: null };
const cost: ReadFields = { shop: null, standard: null };
const lines: ReadFields = [
  {
    ...{ name: named, ssId: null, quantity: null, price: null, retailPrice: null, shopPercent: null },
    ...{ priceIncluded: null, materialCost: cost, laborCost: cost },
  },
];

/** The known fields that may be objects or lists. */
const readFields: Readonly<Record<string, ReadFields>> = {
  ...{ shop: named, dealer: named, customer: named, category: named, model: named },
  ...{ sidingPaint: paint, trimPaint: paint, addOns: lines, customAddOns: lines },
};

/** The fields of a row that are not read, or not completely. */
function unknownFields(raw: RawRow): RawRow | null {
  const rest = Object.entries(raw).filter(
    ([field, value]) => !knownFields.has(field) || hasUnread(value, readFields[field] ?? null),
  );
  return rest.length ? Object.fromEntries(rest) : null;
}

/** Whether a value has fields or elements that are not read. */
function hasUnread(value: unknown, read: ReadFields): boolean {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return !isList(read) || value.some((one) => hasUnread(one, read[0]));
  if (read === null || isList(read)) return true;
  return Object.entries(value).some(
    ([field, one]) => !Object.hasOwn(read, field) || hasUnread(one, read[field] ?? null),
  );
}

const isList = (read: ReadFields): read is readonly [ReadFields] => Array.isArray(read);

/** A name as text, or as an object with a name. */
const formatName = (value: unknown): string | null => (isObject(value) ? text(value['name']) : text(value));

/** Reads width and length in feet, from two numbers or from `12x24`. */
export function readSize(width: unknown, length: unknown, size: unknown): { width: number; length: number } {
  const parts = /^\s*(\d+(?:\.\d+)?)\s*['’]?\s*[x×]\s*(\d+(?:\.\d+)?)\s*['’]?\s*$/i.exec(text(size) ?? '');
  const feetWide =
    readDecimal('width', width ?? parts?.[1], 0.0001, 1000) ?? readDecimal('width', parts?.[1], 0.0001, 1000);
  const feetLong =
    readDecimal('length', length ?? parts?.[2], 0.0001, 1000) ?? readDecimal('length', parts?.[2], 0.0001, 1000);
  if (feetWide === null || feetLong === null) throw new UnreadableValue('width or length is missing');
  return { width: feetWide, length: feetLong };
}

function readType(value: unknown): 'Inventory' | 'Customer' {
  const word = text(value)?.toLowerCase() ?? 'inventory';
  if (word === 'inventory' || word === 'off lot') return 'Inventory';
  if (word === 'customer' || word === 'new build') return 'Customer';
  throw new UnreadableValue(`type "${text(value)}" must be Inventory or Customer`);
}

function readPaint(field: string, value: unknown): Paint | null {
  if (!isObject(value)) return text(value) ? { color: text(value), quantity: null } : null;
  return { color: text(value['color']), quantity: readDecimal(`${field}.quantity`, value['quantity'], 0, 100_000) };
}

/** The lines of an order. Throws if they are not a list or a line has no name. */
export function readNativeLines(field: string, value: unknown): IncomingLine[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new UnreadableValue(`${field} is not a list`);
  return value.map((line: unknown, n) => {
    const at = `${field}[${n}]`;
    if (!isObject(line)) throw new UnreadableValue(`${at} is not an object`);
    return readLine(at, line);
  });
}

function readLine(at: string, raw: RawRow): IncomingLine {
  const price = number(`${at}.price`, raw['price'] ?? raw['retailPrice']);
  return {
    addOn: null,
    name: requirePresent(`${at}.name`, prose(`${at}.name`, formatName(raw['name']))),
    ssId: limitText(`${at}.ssId`, identifier(`${at}.ssId`, raw['ssId'])),
    quantity: readDecimal(`${at}.quantity`, raw['quantity'], 0, 100_000) ?? 1,
    price: price === null ? null : readDecimal(`${at}.price`, price, -9_999_999.9999, 10_000_000),
    shopPercent: readDecimal(`${at}.shopPercent`, raw['shopPercent'], 0, 1000.0001),
    included: flag(`${at}.priceIncluded`, raw['priceIncluded']) ?? false,
    asSold: false,
    materialCost: readCost(`${at}.materialCost`, raw['materialCost']),
    laborCost: readCost(`${at}.laborCost`, raw['laborCost']),
  };
}

function readCost(field: string, value: unknown): CostPair | null {
  if (value === null || value === undefined || value === '') return null;
  if (!isObject(value)) return { shop: dollars(field, value), standard: null };
  return { shop: dollars(`${field}.shop`, value['shop']), standard: dollars(`${field}.standard`, value['standard']) };
}
