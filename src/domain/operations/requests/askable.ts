import { createCorrection } from '../../billing/corrections/service.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { updatePayment } from '../../billing/payments/service.js';
import { updateRepair } from '../../billing/repair-invoices/life/change.js';
import { updateAddOn } from '../../catalogue/addons/service.js';
import { raiseRetailPrices } from '../../catalogue/sheds/retail-prices.js';
import { updateAllModels } from '../../catalogue/sheds/across-models.js';
import { updateShed } from '../../catalogue/sheds/service.js';
import { updateRetailPrices } from '../../imports/retail-prices-service.js';
import { undoImport } from '../../imports/undo-service.js';
import { applyStagedImport } from '../../imports/workbench-service.js';
import type { Service } from '../../kernel/service.js';

/** What a person can ask another one to approve: use cases by their call of the API, or by their command. */
export const askable: Readonly<Record<string, Service>> = {
  'PUT /api/invoice/update/:id': updateInvoice as unknown as Service, // each reads its own input with its schema
  'PUT /api/repairinvoice/update/:id': updateRepair as unknown as Service, // likewise
  'POST /api/payment': createPayment as unknown as Service, // likewise
  'PUT /api/payment/update/:id': updatePayment as unknown as Service, // likewise
  'POST /api/correction': createCorrection as unknown as Service, // likewise
  'PUT /api/shed/update/:id': updateShed as unknown as Service, // likewise
  'PUT /api/shed/allmodels/update/:id': updateAllModels as unknown as Service, // likewise
  'PUT /api/shed/update/retailprices': updateRetailPrices as unknown as Service, // likewise
  'PUT /api/addon/update/:id': updateAddOn as unknown as Service, // likewise
  'POST /api/imports/:id/apply': applyStagedImport as unknown as Service, // likewise
  'POST /api/imports/:id/undo': undoImport as unknown as Service, // likewise
  'prices raise': raiseRetailPrices as unknown as Service, // likewise
};
