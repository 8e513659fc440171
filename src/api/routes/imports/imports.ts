import { exportKind, exportRefused } from '../../../domain/imports/export.js';
import { getImport, listImports } from '../../../domain/imports/history.js';
import { undoImport } from '../../../domain/imports/undo.js';
import {
  applyStagedImport,
  listImportRows,
  mapImport,
  getStagedImport,
  stageImport,
} from '../../../domain/imports/workbench.js';
import { importAtOnce } from '../../../domain/imports/at-once.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

const dealers = importAtOnce('dealers', 'catalogue.write');
const haulBases = importAtOnce('haul-bases', 'catalogue.write', { rowsIn: 'haulBase' });
const sheds = importAtOnce('sheds', 'catalogue.write', { rowsIn: 'sheds' });
const shedLabor = importAtOnce('shed-labor', 'catalogue.write');
const shopLabor = importAtOnce('shed-labor', 'labor.import', {
  successText: 'Shed Labors is updated succesfully',
  ofShop: true,
});
const itemsForShops = importAtOnce('items-for-shops', 'catalogue.write');
const shopItems = importAtOnce('items', 'items.change', { successText: 'Items values are updated', ofShop: true });
const addonBom = importAtOnce('addon-bom', 'catalogue.write');
const addons = importAtOnce('addons', 'catalogue.write');
const componentBom = importAtOnce('component-bom', 'catalogue.write', { rowsIn: 'components' });
const payments = importAtOnce('payments', 'payments.write', { rowsIn: 'payment' });
const upload = { fileAs: 'file', rowsAs: 'rows' } as const;

export const importRoutes = describeRoutes('imports', 'Importing and exporting spreadsheets: preview, apply, undo.', [
  route('GET /api/imports', listImports),
  route('GET /api/imports/:id', getImport),
  route('POST /api/imports/:id/undo', undoImport),
  route('POST /api/imports/:kind', stageImport, { ...upload, status: 201 }),
  route('GET /api/imports/:id/staged', getStagedImport),
  route('GET /api/imports/:id/rows', listImportRows),
  route('GET /api/imports/:id/refused', exportRefused, { file: true }),
  route('PUT /api/imports/:id/columns', mapImport),
  route('POST /api/imports/:id/apply', applyStagedImport, { preview: computeEffect(applyStagedImport) }),
  route('GET /api/exports/:kind', exportKind, { file: true }),
  route('POST /api/dealer/import', dealers.apply, { ...upload, preview: dealers.preview }),
  route('POST /api/haulbase/import', haulBases.apply, { ...upload, preview: haulBases.preview }),
  route('POST /api/shed/import', sheds.apply, { ...upload, preview: sheds.preview }),
  route('POST /api/shedlabor/import', shedLabor.apply, { ...upload, preview: shedLabor.preview }),
  route('PUT /api/shedlabor/update/shop/all', shopLabor.apply, { ...upload, preview: shopLabor.preview }),
  route('PUT /api/item/shops/update/all', itemsForShops.apply, { ...upload, preview: itemsForShops.preview }),
  route('PUT /api/item/shop/update/all', shopItems.apply, { ...upload, preview: shopItems.preview }),
  route('POST /api/addon/update/all', addonBom.apply, { ...upload, preview: addonBom.preview }),
  route('POST /api/addon/import', addons.apply, { ...upload, preview: addons.preview }),
  route('POST /api/component/import', componentBom.apply, { ...upload, preview: componentBom.preview }),
  route('POST /api/payment/upload', payments.apply, { ...upload, preview: payments.preview }),
]);
