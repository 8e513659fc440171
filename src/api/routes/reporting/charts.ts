import { downloadChart } from '../../../domain/reporting/charts/file.js';
import { route } from '../../route.js';

export const chartsRoutes = [route('POST /api/charts/file', downloadChart, { file: true })] as const;
