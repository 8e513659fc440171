/** A record that waits for someone: whose it is (null: the office's), and its name in a list. */
export interface WaitingRecord {
  readonly shopId: string | null;
  readonly id: string;
  readonly name: string;
}
