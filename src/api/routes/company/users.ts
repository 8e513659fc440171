import { listUsers, getUser } from '../../../domain/company/users/read.js';
import {
  activateUser,
  createCompanyUser,
  createShopUser,
  updateUser,
  deactivateUser,
  resetPassword,
} from '../../../domain/company/users/service.js';
import { describeRoutes, route } from '../../route.js';

export const usersRoutes = describeRoutes('users', 'Users, their roles and permissions.', [
  route('GET /api/users', listUsers),
  route('GET /api/users/:id', getUser),
  route('POST /api/users/shop/add', createShopUser, { status: 201 }),
  route('POST /api/users/company/add', createCompanyUser, { status: 201 }),
  route('PUT /api/users/update/:id', updateUser),
  route('PUT /api/users/activate/:id', activateUser),
  route('PUT /api/users/password/:id', resetPassword),
  route('DELETE /api/users/delete/:id', deactivateUser),
]);
