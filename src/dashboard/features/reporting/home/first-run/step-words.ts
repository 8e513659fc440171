import { formatCount } from '../../../../lib/format.js';
import type { KindName } from '../../../../lib/import-kinds.js';
import type { Output } from '../../../../lib/server/api.js';

export type FirstRun = Output<'GET /api/firstrun'>;
export type Step = FirstRun['steps'][number];

/** Whether the first orders are uploaded but not pushed: the last step is half done. */
export const isToPush = ({ step, done }: Step, { state }: FirstRun): boolean =>
  step === 'upload' && done && state === 'open';

export const isDone = (step: Step, progress: FirstRun): boolean => step.done && !isToPush(step, progress);

interface StepWords {
  readonly title: string;
  /** The text while nothing is there: what belongs here. */
  readonly description: string;
  /** The text once something is there. */
  readonly describeCount: (count: number) => string;
  readonly forms: readonly { readonly label: string; readonly href: string }[];
  readonly sheets: readonly KindName[];
}

/** Describes a step, with the addresses of its form and its spreadsheet import. */
export const stepWords: Readonly<Record<Step['step'], StepWords>> = {
  company: {
    title: 'Company and colors',
    description: 'Your address and time zone, and the roof, siding and trim colors you sell.',
    describeCount: (count) => formatCount(count, 'color'),
    forms: [
      { label: 'Open settings', href: '/company/settings' },
      { label: 'Add colors', href: '/company/settings#colors' },
    ],
    sheets: [],
  },
  rates: {
    title: 'Rates',
    description: 'Overhead, commissions, haul, escorts and fuel, and a base style with its labor rates.',
    describeCount: (count) => formatCount(count, 'base style'),
    forms: [
      { label: 'Set rates', href: '/company/settings#rates' },
      { label: 'Add base style', href: '/company/settings?add=base-style#base-styles' },
    ],
    sheets: [],
  },
  items: {
    title: 'Items',
    description: 'The materials that sheds are made of, with their costs.',
    describeCount: (count) => formatCount(count, 'item'),
    forms: [
      { label: 'Add category', href: '/company/items/category/form' },
      { label: 'Add item', href: '/company/items/add' },
    ],
    sheets: ['items'],
  },
  models: {
    title: 'Models and sheds',
    description: 'Each size of a model: retail price, components, labor and haul base.',
    describeCount: (count) => formatCount(count, 'shed'),
    forms: [
      { label: 'Add category and model', href: '/company/shed/category/all' },
      { label: 'Add component category', href: '/company/component/category/form?new=1' },
      { label: 'Add component', href: '/company/component/form?new=1' },
      { label: 'Add labor', href: '/company/shed/labor/add' },
      { label: 'Add haul base', href: '/company/haulbase/form?new=1' },
    ],
    sheets: ['sheds', 'component-bom', 'shed-bom', 'shed-labor', 'haul-bases'],
  },
  shops: {
    title: 'Shops and percents',
    description: 'The shops that build and their share of the retail price, and the dealers who sell.',
    describeCount: (count) => formatCount(count, 'shop'),
    forms: [
      { label: 'Add shop', href: '/company/shop/form?new=1' },
      { label: 'Add dealer', href: '/company/dealer/form?new=1' },
    ],
    sheets: ['dealers'],
  },
  people: {
    title: 'Users',
    description: 'Users of the office; those of a shop are added in its form. You can add them later.',
    describeCount: (count) => formatCount(count, 'active user'),
    forms: [
      { label: 'Add user', href: '/company/settings?add=user#users' },
      { label: 'Open shops', href: '/company/shops' },
    ],
    sheets: [],
  },
  upload: {
    title: 'First upload',
    description: 'Orders from your sales system, or the sample order.',
    describeCount: () => 'Done',
    forms: [{ label: 'Upload orders', href: '/company/orders/add' }],
    sheets: ['orders'],
  },
};
