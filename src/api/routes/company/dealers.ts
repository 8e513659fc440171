import {
  createDealer,
  updateDealer,
  deleteDealer,
  listDealers,
  getDealer,
} from '../../../domain/company/dealers/service.js';
import { describeRoutes, route } from '../../route.js';

export const dealerRoutes = describeRoutes('dealers', 'The dealers who sell sheds for a shop.', [
  route('GET /api/dealer', listDealers),
  route('GET /api/dealer/:id', getDealer),
  route('POST /api/dealer', createDealer, { status: 201 }),
  route('PUT /api/dealer/update/:id', updateDealer),
  route('DELETE /api/dealer/delete/:id', deleteDealer),
]);
