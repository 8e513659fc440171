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
import { useFormContext } from 'react-hook-form';
import type { cellViews } from '../../../../../domain/pricing/explain/cell.js';
import type { Explanation } from '../../../../../domain/pricing/explain/explain.js';
import { Button } from '../../../../components/ui/button.js';
import { Facts } from '../../../../components/ui/facts.js';
import { useFloating } from '../../../../components/ui/overlay/floating.js';
import { LoadedContent } from '../../../../components/ui/loaded.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { useLive } from './live-figures.js';
import { useOrder } from '../order-context.js';
import styles from './figures.module.css';
import menuStyles from '../../../../components/ui/overlay/menu.module.css';

/** Explains, in a popover at a button, how the figure of a row and column is calculated. */
export type ExplainAt = (row: string, column: string, button: HTMLElement) => void;

interface ExplanationRequest {
  readonly row: string;
  readonly column: string;
  readonly button: HTMLElement;
  readonly shownExplanation: Explanation | 'saved';
}

const Context = createContext<ExplainAt | null>(null);

/** How to explain a figure; null when it cannot be explained. */
export const useExplain = (): ExplainAt | null => useContext(Context);

/** Makes the figures inside it explainable. */
export function ExplainableFigures({ children }: { children: ReactNode }) {
  const { explain } = useLive();
  const [cell, setAsked] = useState<ExplanationRequest | null>(null);
  const ask = useCallback<ExplainAt>(
    (row, column, button) => {
      const shownExplanation = explain?.(row, column);
      setAsked(shownExplanation ? { row, column, button, shownExplanation } : null);
    },
    [explain],
  );
  return (
    <Context value={explain ? ask : null}>
      {children}
      {cell && (
        <Answer
          key={`${cell.row}.${cell.column}`}
          askedFigure={cell}
          onClose={() => setAsked((now) => (now === cell ? null : now))}
        />
      )}
    </Context>
  );
}

interface AnswerProps {
  readonly askedFigure: ExplanationRequest;
  readonly onClose: () => void;
}

const Answer = ({ askedFigure, onClose }: AnswerProps) =>
  askedFigure.shownExplanation === 'saved' ? (
    <SavedAnswer askedFigure={askedFigure} onClose={onClose} />
  ) : (
    <Popover title={askedFigure.shownExplanation.title} button={askedFigure.button} onClose={onClose}>
      <ExplanationText explanation={askedFigure.shownExplanation} />
    </Popover>
  );

/** Requests the explanation from the server, because only it has all inputs of the figure. */
function SavedAnswer({ askedFigure: { row, column, button }, onClose }: AnswerProps) {
  const { order } = useOrder();
  const { isDirty } = useFormContext().formState;
  const query = useApi('GET /api/orders/:id/explain', {
    id: order._id,
    row,
    column: column as (typeof cellViews)[number], // cells have only these views
  });
  const data = query.isRefreshing ? undefined : query.data; // ignore an answer from before a save
  return (
    <Popover title={data?.title ?? 'How this is calculated'} button={button} onClose={onClose}>
      {isDirty && <p className="muted">Based on the saved order. Unsaved changes are not included.</p>}
      <LoadedContent query={{ ...query, data }} lines={4}>
        {(explanation) => <ExplanationText explanation={explanation} />}
      </LoadedContent>
    </Popover>
  );
}

interface PopoverProps {
  /** A new title means new content, so the popover is positioned again. */
  readonly title: string;
  readonly button: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Popover({ title, button, onClose, children }: PopoverProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const anchor = useMemo(() => ({ current: button, title }), [button, title]);
  useFloating(true, anchor, box, 'end');
  useEffect(() => box.current?.focus(), [anchor]);
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
      className={`${menuStyles['menu']} ${styles['explain']}`}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className={styles['explain-head']}>
        <h3 id={id}>{title}</h3>
        <Button kind="text" icon="close" iconOnly small onClick={close}>
          Close
        </Button>
      </div>
      {children}
    </div>
  );
}

function ExplanationText({ explanation: { rule, formula, inputs, result } }: { explanation: Explanation }) {
  return (
    <>
      <p className="muted">
        Rule {rule}: {formula}
      </p>
      {inputs.length > 0 && <Facts facts={inputs.map(({ label, value }) => [label, value])} />}
      <p className={styles['explain-result']}>
        <span>Result</span> <strong>{result}</strong>
      </p>
    </>
  );
}
