import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** Tabs: arrow keys, Home and End move between them; only the selected one is rendered. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const prefix = useId();
  const [chosenId, setChosen] = useState(tabs[0]?.id);
  const openTab = tabs.find((tab) => tab.id === chosenId) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === openTab?.id);
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const move = moves[event.key];
    const to = move === undefined ? undefined : tabs[(move + tabs.length) % tabs.length];
    if (!to) return;
    event.preventDefault();
    setChosen(to.id);
    document.getElementById(`${prefix}-${to.id}`)?.focus();
  };
  if (!openTab) return null;
  return (
    <>
      <div role="tablist" aria-label={label} className={styles['tabs']} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            id={`${prefix}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === openTab.id}
            aria-controls={`${prefix}-panel`}
            tabIndex={id === openTab.id ? 0 : -1}
            onClick={() => setChosen(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${openTab.id}`} tabIndex={0}>
        {openTab.content}
      </div>
    </>
  );
}
