import { createCorrection } from '../../billing/corrections/service.js';
import { changeInvoice } from '../../billing/invoices/life/change.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { updatePayment } from '../../billing/payments/service.js';
import { changeRepair } from '../../billing/repair-invoices/life/change.js';
import { changeAddOn } from '../../catalogue/addons/service.js';
import { raiseRetailPrices } from '../../catalogue/sheds/retail-prices.js';
import { changeAllModels } from '../../catalogue/sheds/across-models.js';
import { changeShed } from '../../catalogue/sheds/service.js';
import { updateRetailPrices } from '../../imports/retail-prices-service.js';
import { undoImport } from '../../imports/undo-service.js';
import { applyStaged } from '../../imports/workbench-service.js';
import type { Service } from '../../kernel/service.js';

/** What a person can ask another one to approve: use cases by their call of the API, or by their command. */
export const askable: Readonly<Record<string, Service>> = {
  'PUT /api/invoice/update/:id': changeInvoice as unknown as Service, // each reads its own input with its schema
  'PUT /api/repairinvoice/update/:id': changeRepair as unknown as Service, // likewise
  'POST /api/payment': createPayment as unknown as Service, // likewise
  'PUT /api/payment/update/:id': updatePayment as unknown as Service, // likewise
  'POST /api/correction': createCorrection as unknown as Service, // likewise
  'PUT /api/shed/update/:id': changeShed as unknown as Service, // likewise
  'PUT /api/shed/allmodels/update/:id': changeAllModels as unknown as Service, // likewise
  'PUT /api/shed/update/retailprices': updateRetailPrices as unknown as Service, // likewise
  'PUT /api/addon/update/:id': changeAddOn as unknown as Service, // likewise
  'POST /api/imports/:id/apply': applyStaged as unknown as Service, // likewise
  'POST /api/imports/:id/undo': undoImport as unknown as Service, // likewise
  'prices raise': raiseRetailPrices as unknown as Service, // likewise
};
