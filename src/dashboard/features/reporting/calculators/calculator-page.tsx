import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Page } from '../../../components/ui/page.js';
import layout from '../calculator.module.css';
import styles from './calculators.module.css';
import type { Calculator } from './use-calculator.js';

interface CalculatorPageProps {
  readonly title: string;
  readonly calculator: Calculator;
  /** The inputs, in groups. */
  readonly inputs: ReactNode;
  /** More content on the right of the heading. */
  readonly actions?: ReactNode;
  /** The results for the sheds. */
  readonly children: ReactNode;
}

/** Inputs on the left, results next to them. */
export function CalculatorPage({ title, calculator, inputs, actions, children }: CalculatorPageProps) {
  const [resets, setResets] = useState(0);
  const reset = () => {
    calculator.reset();
    setResets(resets + 1);
  };
  return (
    <Page
      title={title}
      actions={
        <>
          <Button icon="refresh" onClick={reset}>
            Reset
          </Button>
          <Button icon="print" onClick={() => window.print()}>
            Print
          </Button>
          {actions}
        </>
      }
    >
      <div className={layout['calculator']}>
        <div key={resets} className={layout['calculator-inputs']}>
          {inputs}
        </div>
        <div className={styles['calculator-results']}>{children}</div>
      </div>
    </Page>
  );
}
