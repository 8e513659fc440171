/** A support ticket as the support board shows it. */
export interface TicketItem {
  /** Tells this ticket from all others; stands in the item, so that an item made before is found again. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly description: string;
  readonly serialNumber: string;
  readonly priority: string;
}

/** Whether the board has the group for tickets; `unreachable` when the service does not answer in time. */
export type GroupAnswer = 'found' | 'missing' | 'unreachable';

/** The board of a work-management service on which support tickets become items. */
export interface SupportDesk {
  /** Asks for the group, for three seconds at most; never throws. */
  findGroup(): Promise<GroupAnswer>;
  /**
   * Makes the item of a ticket unless the board has it already; answers the item's id. Throws `DeskError` when the
   * service refuses or does not answer; its message never holds the token.
   */
  createItem(ticket: TicketItem): Promise<string>;
}

/** Why an item could not be made. */
export class DeskError extends Error {
  constructor(
    message: string,
    /** How long the service asks to be left alone. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
    this.name = 'DeskError';
  }
}
