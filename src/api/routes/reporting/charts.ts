import { downloadChart } from '../../../domain/reporting/charts/file.js';
import { describeRoutes, route } from '../../route.js';

export const chartsRoutes = describeRoutes('figures', 'Figures and charts of the home screens.', [
  route('POST /api/charts/file', downloadChart, { file: true }),
]);
