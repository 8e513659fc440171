import { chartFile } from '../../../domain/reporting/charts/file.js';
import { route } from '../../route.js';

export const chartsRoutes = [route('POST /api/charts/file', chartFile, { file: true })] as const;
