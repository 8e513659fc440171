interface Receipt {
  readonly recieved?: boolean | undefined;
  readonly recievedDate?: string | null | undefined;
}

/**
 * The day an order was received after a change; null when it is not. Ticked, it was received on the day told, else on the
 * day known before, else today; unticked, or told no day, it was not; a change that says neither leaves it.
 */
export function receivedOn(before: string | null, { recieved, recievedDate }: Receipt, today: string): string | null {
  if (recieved === false) return null;
  if (recieved === true) return recievedDate ?? before ?? today;
  return recievedDate === undefined ? before : recievedDate;
}
