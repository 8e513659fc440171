import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** Tabs: arrow keys, Home and End move between them; only the selected one is rendered. */
export function Tabs({ label, tabs }: TabsProps) {
  const prefix = useId();
  const [chosenId, setChosen] = useState(tabs[0]?.id);
  const openTab = tabs.find((tab) => tab.id === chosenId) ?? tabs[0];
  if (!openTab) return null;
  return (
    <>
      <TabList {...{ prefix, label, tabs, openTab }} onChoose={setChosen} />
      <TabPanel prefix={prefix} tab={openTab} />
    </>
  );
}

const readAnchor = () => window.location.hash.slice(1);

/**
 * Tabs of a screen whose address names the open one after `#`: `/company/settings#rates`. A tab that was open keeps its
 * input.
 */
export function AddressTabs({ label, tabs }: TabsProps) {
  const prefix = useId();
  const anchor = useLocationProperty(readAnchor);
  const openTab = tabs.find(({ id }) => id === anchor) ?? tabs[0];
  const [openedIds, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (!openTab) return null;
  if (!openedIds.has(openTab.id)) setOpened(new Set([...openedIds, openTab.id]));
  const choose = (id: string) =>
    navigate(`${window.location.pathname}${window.location.search}#${id}`, { replace: true });
  return (
    <>
      <TabList {...{ prefix, label, tabs, openTab }} onChoose={choose} />
      {tabs.map(
        (tab) =>
          (tab === openTab || openedIds.has(tab.id)) && (
            <TabPanel key={tab.id} prefix={prefix} tab={tab} hidden={tab !== openTab} />
          ),
      )}
    </>
  );
}

interface ListProps extends TabsProps {
  readonly prefix: string;
  readonly openTab: Tab;
  readonly onChoose: (id: string) => void;
}

function TabList({ prefix, label, tabs, openTab, onChoose }: ListProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(openTab);
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const move = moves[event.key];
    const to = move === undefined ? undefined : tabs[(move + tabs.length) % tabs.length];
    if (!to) return;
    event.preventDefault();
    onChoose(to.id);
    document.getElementById(`${prefix}-${to.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={styles['tabs']} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: text }) => (
        <button
          key={id}
          id={`${prefix}-${id}`}
          type="button"
          role="tab"
          aria-selected={id === openTab.id}
          aria-controls={id === openTab.id ? `${prefix}-${id}-panel` : undefined}
          tabIndex={id === openTab.id ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  readonly prefix: string;
  readonly tab: Tab;
  readonly hidden?: boolean;
}

const TabPanel = ({ prefix, tab: { id, content }, hidden = false }: PanelProps) => (
  <div
    id={`${prefix}-${id}-panel`}
    role="tabpanel"
    aria-labelledby={`${prefix}-${id}`}
    tabIndex={0}
    hidden={hidden}
    className={styles['panel']}
  >
    {content}
  </div>
);
