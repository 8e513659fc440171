import { useMemo } from 'react';
import { type Optimum, optimize } from '../../../../../domain/pricing/uses/optimizer.js';
import type { OfficeInputs } from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { Button } from '../../../../components/ui/button.js';
import { Chart } from '../../../../components/ui/chart/chart.js';
import { Section } from '../../../../components/ui/section.js';
import { countHeading, fraction, percent } from '../../../../lib/format.js';
import { curveDrawing, groupLabels } from './curve.js';
import type { OfficeRow } from './top-rows.js';
import type { TopInputs } from './use-top-inputs.js';
import styles from './top-orders.module.css';

interface OptimizerSectionProps {
  readonly rows: readonly OfficeRow[];
  readonly values: OfficeInputs;
  readonly inputs: TopInputs;
}

/** The smallest percent of each width group that reaches the target gross profit, and the curve of all trials. */
export function OptimizerSection({ rows, values, inputs }: OptimizerSectionProps) {
  const optima = useMemo(() => optimize(rows, values, values.desiredGp), [rows, values]);
  const drawing = useMemo(() => curveDrawing(optima, values.desiredGp), [optima, values.desiredGp]);
  const from = drawing.scale?.from ?? 0;
  return (
    <Section title="Optimizer">
      <p className="muted">
        The smallest percent, in steps of 0.25, at which the shop keeps {percent(values.desiredGp)} of its revenue.
      </p>
      <ul className={styles['top-optima']}>
        {optima.map((optimum) => (
          <li key={optimum.group}>
            <OptimumText optimum={optimum} values={values} inputs={inputs} />
          </li>
        ))}
      </ul>
      <Chart title="Shop gross profit by shop percent" drawing={drawing} state="ready" empty="No sheds to calculate." />
      {from > 0 && (
        <p className="muted">The curve starts at {percent(from)}. Below that, most of the revenue would be lost.</p>
      )}
    </Section>
  );
}

type OptimumTextProps = Pick<OptimizerSectionProps, 'values' | 'inputs'> & { readonly optimum: Optimum };

function OptimumText({ optimum: { group, rows, percent: bestPercent, curve }, values, inputs }: OptimumTextProps) {
  const sheds = countHeading(rows, 'shed').toLowerCase();
  const name = groupLabels[group];
  if (rows === 0) return <>{name}: no sheds of this width.</>;
  const best = Math.max(...curve.map(({ gp, revenue }) => (revenue > 0 ? gp / revenue : -Infinity)));
  if (bestPercent === null)
    return (
      <>
        {name} ({sheds}): <strong>not attainable</strong>
        {Number.isFinite(best) && <>, at most {fraction(best)}.</>}
      </>
    );
  const point = curve.find((one) => one.percent === bestPercent);
  return (
    <>
      {name} ({sheds}): <strong>{percent(bestPercent)}</strong> gives{' '}
      {fraction(point && point.revenue !== 0 ? point.gp / point.revenue : 0)}.{' '}
      <Button
        small
        disabledReason={values[group] === bestPercent ? 'This percent is already in use.' : null}
        onClick={() => inputs.put(group, bestPercent)}
      >
        Use {percent(bestPercent)}
      </Button>
    </>
  );
}
