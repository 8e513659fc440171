import { Link } from 'wouter';
import { RECEIVED } from '../material-words.js';
import styles from '../../../components/ui/tabs.module.css';

const tabs = { 'Current Inventory': '/shop/items/category/all', 'Received Items': RECEIVED } as const;
export type InventoryTab = keyof typeof tabs;

/** The two inventory screens as tabs, each with its own address. */
export const InventoryTabs = ({ current }: { current: InventoryTab }) => (
  <nav className={styles['tabs']} aria-label="Inventory">
    {Object.entries(tabs).map(([label, href]) => (
      <Link key={href} href={href} aria-current={label === current ? 'page' : undefined}>
        {label}
      </Link>
    ))}
  </nav>
);
