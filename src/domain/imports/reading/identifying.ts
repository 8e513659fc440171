/** Of a column that a file must have, and that identifies the record of a row. */
export const identifying = { required: true, key: true } as const;
