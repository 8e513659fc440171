import { getImport, listImports, undoImport } from '../../domain/imports/service.js';
import { route } from '../route.js';

export const importRoutes = [
  route('GET /api/imports', listImports),
  route('GET /api/imports/:id', getImport),
  route('POST /api/imports/:id/undo', undoImport),
] as const;
