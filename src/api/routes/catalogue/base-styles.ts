import {
  createBaseStyle,
  updateBaseStyle,
  updateShopBaseStyles,
  deleteBaseStyle,
  listBaseStyles,
  listShopBaseStyles,
} from '../../../domain/catalogue/base-styles/service.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

export const baseStylesRoutes = describeRoutes(
  'base styles',
  'Labor rates and door costs of base styles, company-wide and by shop.',
  [
    route('GET /api/basestyle/', listBaseStyles),
    route('GET /api/basestyle/shop', listShopBaseStyles),
    route('POST /api/basestyle', createBaseStyle, { status: 201 }),
    route('PUT /api/basestyle/update/:id', updateBaseStyle, { preview: computeEffect(updateBaseStyle) }),
    route('PUT /api/basestyle/shop/update/', updateShopBaseStyles, { preview: computeEffect(updateShopBaseStyles) }),
    route('DELETE /api/basestyle/delete/:id', deleteBaseStyle),
  ],
);
