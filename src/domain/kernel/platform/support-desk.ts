/** A support ticket as an item on the support board. */
export interface TicketItem {
  /** Identifies the ticket; stored in the item so that an existing item is found again. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly description: string;
  readonly serialNumber: string;
  readonly priority: string;
}

/** Whether the board has the group for tickets; `unreachable` if the service does not answer in time. */
export type GroupAnswer = 'found' | 'missing' | 'unreachable';

/** The board of a work-management service where support tickets become items. */
export interface SupportDesk {
  /** Looks up the group, waiting at most three seconds; never throws. */
  findGroup(): Promise<GroupAnswer>;
  /**
   * Creates the item of a ticket unless the board already has it; returns the item's ID. Throws `DeskError` if the
   * service refuses or does not answer; its message never contains the token.
   */
  createItem(ticket: TicketItem): Promise<string>;
}

/** Why an item could not be created. */
export class DeskError extends Error {
  constructor(
    message: string,
    /** Milliseconds to wait before retrying, if the service specified them. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
    this.name = 'DeskError';
  }
}
