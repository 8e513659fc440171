import { listItemNames } from '../../domain/items/service.js';
import { route } from '../route.js';

export const itemsRoutes = [route('GET /api/item/names', listItemNames)] as const;
