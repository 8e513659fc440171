import type { ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon.js';
import { count } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import styles from './sources.module.css';

export type Source = Output<'GET /api/source'>['items'][number];
export type Run = Output<'GET /api/source/:id/runs'>['items'][number];

export const kindLabels: Readonly<Record<Source['kind'], string>> = {
  rest: "The sales system's order feed",
  url: 'A file at an address (JSON or CSV)',
  folder: 'A folder of files on the server (JSON or CSV)',
  upload: 'Files that users upload (JSON or CSV)',
  push: 'Another system, with an API key',
};

/** The changes that a source may accept without a decision. */
export const partLabels: Readonly<Record<Source['settings']['takesAtOnce'][number], string>> = {
  facts: 'Delivery, customer and other details',
  build: 'Colors, siding and roof',
  money: 'Prices',
  lines: 'Add-ons',
  match: 'Model, size, shop and dealer',
};

/** Whether we request a source's orders; other sources send them to us. */
export const isPulled = (kind: Source['kind']): boolean => kind !== 'upload' && kind !== 'push';

export const stateLabels: Readonly<Record<Run['state'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  braked: 'Waiting for you',
  done: 'Done',
  failed: 'Failed',
};

const countWords: readonly (readonly [field: keyof Run['counts'], word: string])[] = [
  ['new', 'new'],
  ['applied', 'applied'],
  ['proposed', 'proposed'],
  ['held', 'held'],
  ['unchanged', 'unchanged'],
  ['older', 'older'],
  ['canceledBefore', 'already canceled'],
  ['refused', 'refused'],
];

/** Describes the result of a run: `12 new, 3 refused`. */
export const describeCounts = (counts: Run['counts']): string =>
  countWords.flatMap(([field, word]) => (counts[field] > 0 ? [`${count(counts[field])} ${word}`] : [])).join(', ');

/** The problem with its icon; nothing if there is none. */
export const Problem = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span className={`${styles['source-problem']} error`}>
      <Icon name="warning" />
      <span>{text}</span>
    </span>
  );

/** Several lines in a cell; lines may wrap. */
export const Lines = ({ children }: { children: ReactNode }) => <div className={styles['source-cell']}>{children}</div>;
