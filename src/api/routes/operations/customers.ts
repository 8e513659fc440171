import {
  eraseCustomer,
  exportCustomer,
  findCustomerOrders,
  previewErasure,
} from '../../../domain/operations/customers/service.js';
import { describeRoutes, route } from '../../route.js';

export const customerRoutes = describeRoutes('customers', 'What is stored about customers: download it, erase it.', [
  route('POST /api/customer/find', findCustomerOrders),
  route('POST /api/customer/export', exportCustomer, { file: true }),
  route('POST /api/customer/erasure', previewErasure, { costly: true }),
  route('POST /api/customer/erase', eraseCustomer),
]);
