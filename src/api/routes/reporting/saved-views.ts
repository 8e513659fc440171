import {
  createView,
  updateView,
  deleteView,
  listViews,
  shareView,
  getView,
} from '../../../domain/reporting/saved-views/service.js';
import { describeRoutes, route } from '../../route.js';

export const savedViewsRoutes = describeRoutes('saved views', 'Filters and columns that a user saves.', [
  route('GET /api/savedview', listViews),
  route('GET /api/savedview/:id', getView),
  route('POST /api/savedview', createView, { status: 201 }),
  route('PUT /api/savedview/update/:id', updateView),
  route('PUT /api/savedview/share/:id', shareView),
  route('DELETE /api/savedview/delete/:id', deleteView),
]);
