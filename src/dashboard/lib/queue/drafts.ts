import { type KeptIn } from './waiting-list.js';

const PREFIX = 'shedworks.draft.';

/** Unsent texts, stored on the device per user; they survive navigation, reload and sign-out. */
export class Drafts {
  constructor(private readonly storage: KeptIn) {}

  /** The user's draft with this name; empty if there is none. */
  read(user: string, name: string): string {
    return this.storage.getItem(`${PREFIX}${user}.${name}`) ?? '';
  }

  /**
   * Saves the current draft; an empty text deletes it. If storage is full, the draft lasts only as long as the page.
   */
  keep(user: string, name: string, text: string): void {
    const key = `${PREFIX}${user}.${name}`;
    try {
      if (text.trim() === '') this.storage.removeItem(key);
      else this.storage.setItem(key, text);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
}
