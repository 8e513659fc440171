import { createCorrection } from '../../billing/corrections/service.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { updatePayment } from '../../billing/payments/service.js';
import { updateRepair } from '../../billing/repair-invoices/life/change.js';
import { updateAddOn } from '../../catalogue/addons/service.js';
import { raiseRetailPrices } from '../../catalogue/sheds/retail-prices.js';
import { updateAllModels } from '../../catalogue/sheds/across-models.js';
import { updateShed } from '../../catalogue/sheds/service.js';
import { updateRetailPrices } from '../../imports/update-retail-prices.js';
import { undoImport } from '../../imports/undo.js';
import { applyStagedImport } from '../../imports/workbench.js';
import type { Service } from '../../kernel/service.js';

/** Any use case. Each parses its own input, which the type of a list cannot express. */
const asService = (use: Pick<Service, 'summary' | 'permission' | 'effect'>): Service => use as Service; // parsed by the use case itself

/** The use cases that can be requested for approval, by API call or by command. */
export const askable: Readonly<Record<string, Service>> = {
  'PUT /api/invoice/update/:id': asService(updateInvoice),
  'PUT /api/repairinvoice/update/:id': asService(updateRepair),
  'POST /api/payment': asService(createPayment),
  'PUT /api/payment/update/:id': asService(updatePayment),
  'POST /api/correction': asService(createCorrection),
  'PUT /api/shed/update/:id': asService(updateShed),
  'PUT /api/shed/allmodels/update/:id': asService(updateAllModels),
  'PUT /api/shed/update/retailprices': asService(updateRetailPrices),
  'PUT /api/addon/update/:id': asService(updateAddOn),
  'POST /api/imports/:id/apply': asService(applyStagedImport),
  'POST /api/imports/:id/undo': asService(undoImport),
  'prices raise': asService(raiseRetailPrices),
};
