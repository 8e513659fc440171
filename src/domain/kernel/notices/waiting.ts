/** A record that waits for someone: its shop (null for the office), and its name in a list. */
export interface WaitingRecord {
  readonly shopId: string | null;
  readonly id: string;
  readonly name: string;
}
