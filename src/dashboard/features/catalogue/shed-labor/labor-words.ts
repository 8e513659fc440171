import type { HistoryWords } from '../../../components/shared/history/record-history.js';
import type { Output } from '../../../lib/server/api.js';
import { money, quantity } from '../../../lib/format.js';
import type { CaseRates } from '../../../../domain/pricing/case/case.js';

export type BaseStyle = Output<'GET /api/basestyle/'>['items'][number];
type Rates = BaseStyle['standardValues'];

/** The rates of a base style, named as in the formulas (P2). */
export const standardRates = ({ buildPercent, roofPercent, trussCost, paintCost }: Rates): CaseRates['standard'] => ({
  build: buildPercent,
  roof: roofPercent,
  truss: trussCost,
  paint: paintCost,
});

/** Labels of the fields of shed labor. */
export const labels = {
  baseStyle: 'Base style',
  model: 'Model',
  width: 'Width',
  length: 'Length',
  standardBuildBase: 'Build base',
  standardRoofBase: 'Roof base',
  standardTrussCount: 'Truss count',
  standardPaintHours: 'Paint hours',
  standardDoorCost: 'Door cost',
} as const;

export const ownLabels = {
  buildBase: 'Build base',
  roofBase: 'Roof base',
  trussCount: 'Truss count',
  paintHours: 'Paint hours',
  doorCost: 'Door cost',
} as const;

const formatName = (record: { readonly name: string }): string => record.name;

export const historyWords: HistoryWords = {
  baseStyle: [labels.baseStyle, formatName],
  model: [labels.model, formatName],
  width: [labels.width, quantity],
  length: [labels.length, quantity],
  standardBuildBase: [labels.standardBuildBase, quantity],
  standardRoofBase: [labels.standardRoofBase, quantity],
  standardTrussCount: [labels.standardTrussCount, quantity],
  standardPaintHours: [labels.standardPaintHours, quantity],
  standardDoorCost: [labels.standardDoorCost, money],
  buildBase: [ownLabels.buildBase, quantity],
  roofBase: [ownLabels.roofBase, quantity],
  trussCount: [ownLabels.trussCount, quantity],
  paintHours: [ownLabels.paintHours, quantity],
  doorCost: [ownLabels.doorCost, money],
};
