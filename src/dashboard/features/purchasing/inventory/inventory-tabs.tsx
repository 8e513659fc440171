import { TabLinks } from '../../../components/ui/tab-links.js';
import { RECEIVED } from '../material-words.js';

const tabs = { 'Current Inventory': '/shop/items/category/all', 'Received Items': RECEIVED } as const;
export type InventoryTab = keyof typeof tabs;

/** The two inventory screens as tabs, each with its own address. */
export const InventoryTabs = ({ current }: { current: InventoryTab }) => (
  <TabLinks
    label="Inventory"
    tabs={Object.entries(tabs).map(([label, href]) => ({ label, href, isCurrent: label === current }))}
  />
);
