/** The fields of our own format that every order has. */
export const requiredFields = ['serialNumber', 'model', 'basePrice'] as const;

/** The other fields of our own format. */
export const optionalFields = (
  'externalId orderNumber shop dealer salesRep customer type category width length size shopPercent total adjustment adjustmentNote ' +
  'sidingType sidingColor sidingPaint roofType roofColor trimColor trimPaint condition dateOrdered addOns customAddOns'
).split(' ');

/** The fields of a row that become facts, under the sales system's names; rows of every format may have them. */
export const factFields = (
  'dateScheduledForDelivery dateDelivered driverName deliveryAddressLineOne deliveryAddressLineTwo deliveryCity deliveryState ' +
  'deliveryZip customerPhonePrimary customerEmail rto rtoCompanyName rtoMonthsOfTerm balanceDollarAmount status'
).split(' ');

/** The fields of a line that a mapping can name. Their paths lead through a list, such as `lines[].title`. */
export const lineFields = ['addOns', 'customAddOns'].flatMap((list) =>
  ['name', 'ssId', 'quantity', 'price', 'shopPercent', 'priceIncluded'].map((field) => `${list}.${field}`),
);
