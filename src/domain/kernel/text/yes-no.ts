/** A boolean as people read it. */
export const formatYesNo = (value: boolean): string => (value ? 'Yes' : 'No');
