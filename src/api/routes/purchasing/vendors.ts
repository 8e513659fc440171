import { exportVendors } from '../../../domain/purchasing/vendors/export-list.js';
import {
  createVendor,
  updateVendor,
  deleteVendor,
  listVendors,
  getVendor,
} from '../../../domain/purchasing/vendors/service.js';
import { describeRoutes, route } from '../../route.js';

export const vendorsRoutes = describeRoutes('vendors', 'The vendors that materials are bought from.', [
  route('GET /api/vendor', listVendors),
  route('GET /api/vendor/export', exportVendors, { file: true }),
  route('GET /api/vendor/:id', getVendor),
  route('POST /api/vendor', createVendor, { status: 201 }),
  route('PUT /api/vendor/update/:id', updateVendor),
  route('DELETE /api/vendor/delete/:id', deleteVendor),
]);
