import { type KeptIn } from './waiting-list.js';

const PREFIX = 'shedworks.draft.';

/** Texts that were begun and not sent, kept on the device for each user: through leaving, a reload and signing out. */
export class Drafts {
  constructor(private readonly kept: KeptIn) {}

  /** What the user began under this name; empty when nothing. */
  read(user: string, name: string): string {
    return this.kept.getItem(`${PREFIX}${user}.${name}`) ?? '';
  }

  /** Keeps what is typed so far; an empty text is forgotten. A device without room keeps the text in the page alone. */
  keep(user: string, name: string, text: string): void {
    const key = `${PREFIX}${user}.${name}`;
    try {
      if (text.trim() === '') this.kept.removeItem(key);
      else this.kept.setItem(key, text);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
}
