import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.js';
import { Icon, type IconName } from '../icon.js';
import { useTopDialog } from './top-dialog.js';
import styles from './toast.module.css';

type Tone = 'success' | 'error' | 'info';

export interface Toasts {
  /** With `undo`, the message lasts ten seconds and offers to undo. */
  readonly success: (text: string, undo?: () => void) => void;
  readonly error: (text: string) => void;
  readonly info: (text: string) => void;
}

interface ShownToast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

const UNDO_MS = 10_000;
const LIFE_MS = { success: 5000, info: 7000, error: 12_000 } as const satisfies Record<Tone, number>;
const icons = { success: 'check', info: 'info', error: 'warning' } as const satisfies Record<Tone, IconName>;
const Context = createContext<Toasts | null>(null);
let last = 0;

/** Short messages in the corner, announced by screen readers; they stay while hovered or focused. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const add = useCallback((tone: Tone, text: string, undo?: () => void) => {
    last += 1;
    const toast = { id: last, tone, text, undo };
    setShown((before) => [...before.filter((one) => one.text !== text), toast].slice(-4));
  }, []);
  const drop = useCallback((id: number) => setShown((before) => before.filter((one) => one.id !== id)), []);
  const toasts = useMemo<Toasts>(
    () => ({
      success: (text, undo) => add('success', text, undo),
      error: (text) => add('error', text),
      info: (text) => add('info', text),
    }),
    [add],
  );
  return (
    <Context value={toasts}>
      {children}
      <Regions shown={shown} drop={drop} />
    </Context>
  );
}

/** `const toast = useToast(); toast.success('Invoice is created')` */
export function useToast(): Toasts {
  const toasts = useContext(Context);
  if (!toasts) throw new Error('useToast needs a ToastProvider');
  return toasts;
}

interface RegionProps {
  readonly shown: readonly ShownToast[];
  readonly drop: (id: number) => void;
}

const none: readonly ShownToast[] = [];

/**
 * The toasts, inside the topmost dialog while one is open: outside it they could be neither pressed nor read out. The
 * page's region stays, because screen readers announce only what is added to a region they know.
 */
function Regions({ shown, drop }: RegionProps) {
  const dialog = useTopDialog();
  return (
    <>
      <Region shown={dialog ? none : shown} drop={drop} />
      {dialog && createPortal(<Region shown={shown} drop={drop} />, dialog)}
    </>
  );
}

function Region({ shown, drop }: RegionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = ref.current;
    if (region?.isConnected && !region.matches(':popover-open')) region.showPopover();
  }, []);
  const of = (tone: 'error' | 'other') => shown.filter((one) => (one.tone === 'error') === (tone === 'error'));
  return (
    <div ref={ref} popover="manual" className={styles['toasts']} role="region" aria-label="Messages">
      <div aria-live="assertive">
        {of('error').map((toast) => (
          <Toast key={toast.id} toast={toast} drop={drop} />
        ))}
      </div>
      <div aria-live="polite">
        {of('other').map((toast) => (
          <Toast key={toast.id} toast={toast} drop={drop} />
        ))}
      </div>
    </div>
  );
}

function Toast({ toast, drop }: { toast: ShownToast; drop: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => drop(toast.id), toast.undo ? UNDO_MS : LIFE_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [isHeld, toast, drop]);
  return (
    <div
      className={`${styles['toast']} ${styles[`toast-${toast.tone}`] ?? ''}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[toast.tone]} />
      <span>{toast.text}</span>
      {toast.undo && (
        <Button
          small
          onClick={() => {
            drop(toast.id);
            toast.undo?.();
          }}
        >
          Undo
        </Button>
      )}
      <Button kind="text" icon="close" iconOnly small onClick={() => drop(toast.id)}>
        Dismiss
      </Button>
    </div>
  );
}
