import styles from './icon.module.css';

/** Line drawings on a 24 × 24 grid. */
const drawings = {
  home: 'M3 11 12 4l9 7M5 10v10h14V10M10 20v-6h4v6',
  orders: 'M9 4h6v3H9zM9 5H6v16h12V5h-3M9 12h6M9 16h6',
  invoices: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  payments: 'M3 6h18v12H3zM3 10h18M7 15h4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4h4V5zM6 15v4h4v-4z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 13l4 4L19 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  first: 'M17 6l-6 6 6 6M7 6v12',
  last: 'M7 6l6 6-6 6M17 6v12',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  rows: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17v.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v.5',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17v.5',
  message: 'M4 5h16v11H10l-5 4v-4H4z',
  megaphone: 'M4 10v4h3l9 5V5l-9 5zM19 9a4 4 0 0 1 0 6',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c1-4 4-6 8-6s7 2 8 6',
  signOut: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l9-8M16 8l3 3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  back: 'M20 12H5M11 6l-6 6 6 6',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v5l3 2',
  pencil: 'M4 20l1-4L16 5l3 3L8 19z',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 3',
  circle: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z',
  queue: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  hammer: 'M4 20l8-8M10 6l4-3 7 7-3 1-2-1-3 3-4-4z',
  pause: 'M9 6v12M15 6v12',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  ban: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12',
  adjust: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 6v4M9 14v4',
  cash: 'M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  refresh: 'M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 4v4.5h-4.5',
  eye: 'M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  bookmark: 'M6 4h12v17l-6-5-6 5z',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  print: 'M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  sort: 'M8 5v14M5 8l3-3 3 3M16 19V5M13 16l3 3 3-3',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z',
  chart: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6M20 16V5',
  book: 'M5 17V6a2 2 0 0 1 2-2h12v13H7a2 2 0 0 0-2 2 2 2 0 0 0 2 2h12M9 8h6',
  sidebar: 'M4 5h16v14H4zM9 5v14M6.5 8.5h.01M6.5 11.5h.01',
} as const;

export type IconName = keyof typeof drawings;

/** A decorative icon next to a label; the label has the meaning. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg className={styles['icon']} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={drawings[name]} />
  </svg>
);
