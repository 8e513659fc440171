/** What a repair or driver invoice is for: a repair, or driver block compensation. */
export const repairTypes = ['Repair', 'Driver'] as const;
export type RepairType = (typeof repairTypes)[number];

export const repairStatuses = ['New', 'Approved', 'Paid'] as const;
export type RepairStatus = (typeof repairStatuses)[number];
