const FRESH_MS = 1000;
const MOST = 5000;

/**
 * Values by key, read again after at most one second, and immediately after a change. Concurrent callers share a
 * read.
 */
export class FreshValue<T> {
  private readonly values = new Map<string, { readonly value: T; readonly until: number }>();
  private readonly pendingReads = new Map<string, Promise<T>>();
  private changes = 0;

  /** The value of a key. Calls `load` if no known value `isNew` enough. */
  async find(key: string, load: () => Promise<T>, isNew: (value: T) => boolean = () => true): Promise<T> {
    const entry = this.values.get(key);
    if (entry && entry.until > performance.now() && isNew(entry.value)) return entry.value;
    const pending = this.pendingReads.get(key);
    if (!pending) return this.look(key, load);
    const value = await pending;
    return isNew(value) ? value : this.look(key, load);
  }

  private look(key: string, load: () => Promise<T>): Promise<T> {
    const before = this.changes;
    const pending = load()
      .then((value) => {
        if (this.changes !== before) return value; // the reading may have started before the change
        if (this.values.size > MOST) this.values.clear();
        this.values.set(key, { value, until: performance.now() + FRESH_MS });
        return value;
      })
      .finally(() => {
        if (this.pendingReads.get(key) === pending) this.pendingReads.delete(key);
      });
    this.pendingReads.set(key, pending);
    return pending;
  }

  /** Makes the next calls read everything again, because something has changed. */
  forget(): void {
    this.changes += 1;
    this.values.clear();
    this.pendingReads.clear();
  }
}
