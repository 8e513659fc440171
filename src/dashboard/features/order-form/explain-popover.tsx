import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Explanation } from '../../../domain/pricing/explain.js';
import { Button } from '../../components/button.js';
import { useFloating } from '../../components/floating.js';
import { useLive } from './live-figures.js';

/** Tells beside a button how the figure of a row and column came about. */
export type ExplainAt = (row: string, column: string, button: HTMLElement) => void;

interface Asked {
  readonly explanation: Explanation;
  readonly button: HTMLElement;
}

const Context = createContext<ExplainAt | null>(null);

/** How to explain a figure; null where that cannot be told. */
export const useExplain = (): ExplainAt | null => useContext(Context);

/** Lets the figures inside explain themselves. */
export function Explained({ children }: { children: ReactNode }) {
  const { explain } = useLive();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback<ExplainAt>(
    (row, column, button) => {
      const explanation = explain?.(row, column);
      setAsked(explanation ? { explanation, button } : null);
    },
    [explain],
  );
  return (
    <Context value={explain ? ask : null}>
      {children}
      {asked && (
        <Popover
          key={asked.explanation.title}
          asked={asked}
          onClose={() => setAsked((now) => (now === asked ? null : now))}
        />
      )}
    </Context>
  );
}

function Popover({ asked: { explanation, button }, onClose }: { asked: Asked; onClose: () => void }) {
  const { title, rule, formula, inputs, result } = explanation;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const anchor = useMemo(() => ({ current: button }), [button]);
  useFloating(true, anchor, box, 'end');
  useEffect(() => box.current?.focus(), []);
  const close = () => {
    onClose();
    button.focus();
  };
  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      popover="auto"
      className="menu explain"
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className="explain-head">
        <h3 id={id}>{title}</h3>
        <Button kind="text" icon="close" iconOnly small onClick={close}>
          Close
        </Button>
      </div>
      <p className="muted">
        Rule {rule}: {formula}
      </p>
      {inputs.length > 0 && (
        <dl>
          {inputs.map(({ label, value }, at) => (
            <div key={at}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="explain-result">
        <span>Result</span> <strong>{result}</strong>
      </p>
    </div>
  );
}
