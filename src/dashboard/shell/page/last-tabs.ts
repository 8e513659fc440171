import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useMe } from '../../lib/server/session.js';
import { isAt, type MenuEntry } from '../menu/menu.js';

/** Stored on this device, because the open status changes often and is not confidential. */
const getKey = (user: string): string => `shedworks.tabs.${user}`;

function readTabs(user: string): Readonly<Record<string, unknown>> {
  try {
    const storedTabs: unknown = JSON.parse(localStorage.getItem(getKey(user)) ?? '{}');
    return typeof storedTabs === 'object' && storedTabs !== null ? { ...storedTabs } : {};
  } catch {
    return {};
  }
}

/** Returns the address of a menu entry: its open tab, the one last used on this device, or the first. */
export function useEntryPath(): (entry: MenuEntry) => string {
  const [path] = useLocation();
  const { _id } = useMe();
  const tabs = readTabs(_id);
  return (entry) => {
    if (isAt(entry, path)) return path;
    return entry.tabs.find((tab) => tab.path === tabs[entry.label])?.path ?? entry.path;
  };
}

/** Remembers the open tab of an entry. */
export function useKeepTab(entry: MenuEntry | null, path: string): void {
  const { _id } = useMe();
  const label = entry?.label;
  useEffect(() => {
    if (label) localStorage.setItem(getKey(_id), JSON.stringify({ ...readTabs(_id), [label]: path }));
  }, [_id, label, path]);
}
