import { repairStatuses, repairTypes } from '../../../../domain/billing/repair-invoices/status.js';
import type { Screen } from '../../../lib/screens.js';

const sides = ['company', 'shop'] as const;

/** The screens for repair and driver invoices of each status and for one of them, on both sides. */
export const screens: readonly Screen[] = sides.flatMap((side) =>
  repairTypes.flatMap((type): Screen[] => [
    ...repairStatuses.map((status): Screen => ({
      path: `/${side}/${type.toLowerCase()}/invoices/${status.toLowerCase()}`,
      side,
      permission: 'repairs.read',
      menu: { entry: `${type} Invoices`, tab: status },
      load: () => import('./repair-list-page.js').then((m) => m.repairListPage(side, type, status)),
    })),
    {
      path: `/${side}/${type.toLowerCase()}/invoice/form`,
      side,
      permission: 'repairs.read',
      under: `${type} Invoices`,
      load: () => import('./repair-page.js').then((m) => m.repairPage(side, type)),
    },
  ]),
);
