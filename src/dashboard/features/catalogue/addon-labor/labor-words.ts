import { addOnTypes } from '../../../../domain/pricing/case/case.js';
import type { HistoryWords } from '../../../components/shared/history/record-history.js';
import { percent, unitPrice } from '../../../lib/format.js';

/** Labels of the fields of add-on labor. */
export const labels = {
  name: 'Name',
  category: 'Category',
  standardLaborType: 'Labor Type',
  standardLaborTotal: 'Labor',
} as const;

export const ownLabels = { laborType: 'Labor Type', laborTotal: 'Labor Amount' } as const;

export const typeOptions = addOnTypes.map((type) => ({ value: type, label: type }));

/** Formats an amount of labor: dollars per unit, or a percent of the line. */
export const laborAmount = (type: string, total: number | null): string =>
  type === 'percent' ? percent(total) : unitPrice(total);

export const historyWords: HistoryWords = {
  name: [labels.name],
  category: [labels.category, (category: { readonly name: string } | null) => category?.name ?? ''],
  standardLaborType: [labels.standardLaborType],
  standardLaborTotal: [labels.standardLaborTotal],
  laborType: [ownLabels.laborType],
  laborTotal: [ownLabels.laborTotal],
};
