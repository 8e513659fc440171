import { useMemo } from 'react';
import { ChartExport } from '../../../components/ui/chart/chart-export.js';
import { ChartNumbers } from '../../../components/ui/chart/chart-numbers.js';
import { Sparkline } from '../../../components/ui/chart/sparkline.js';
import { Failure } from '../../../components/ui/empty-state.js';
import type { ApiState } from '../../../lib/server/use-api.js';
import { type Change, type FigureCard, type Figures, formatCompared, toCards, weeksDrawing } from './key-figures.js';
import styles from './home.module.css';

const TITLE = 'Key figures by week';

interface KeyFigureCardsProps {
  readonly query: ApiState<Figures>;
  /** The number of cards, for the placeholders while loading. */
  readonly cards: number;
}

/** This month's figures with their change and their development over twelve weeks. */
export function KeyFigureCards({ query, cards }: KeyFigureCardsProps) {
  const { data, error, isRefreshing, refresh } = query;
  const drawing = useMemo(() => data && weeksDrawing(data), [data]);
  return (
    <section className={styles['home-section']} aria-labelledby="key-figures">
      <div className={styles['home-head']}>
        <h2 id="key-figures">
          Key figures{' '}
          <span className={`muted ${styles['home-period']}`}>{data ? formatCompared(data) : 'This month so far'}</span>
        </h2>
        {drawing && <ChartExport title={TITLE} drawing={drawing} />}
      </div>
      {error && (
        <Failure
          error={error}
          pending={isRefreshing}
          hasEarlierData={data !== undefined}
          onRetry={() => void refresh()}
        />
      )}
      {data ? (
        <ul className={styles['figures']}>
          {toCards(data).map((card) => (
            <li key={card.title} className={styles['figure']}>
              <Card {...card} />
            </li>
          ))}
        </ul>
      ) : (
        !error && <FigureSkeletons cards={cards} />
      )}
      <div className={styles['figure-numbers']}>{drawing && <ChartNumbers title={TITLE} drawing={drawing} />}</div>
    </section>
  );
}

const Card = ({ title, note, value, change, weeks, color }: FigureCard) => (
  <>
    <h3>{title}</h3>
    <p className={styles['figure-value']}>
      <strong>{value}</strong>{' '}
      {change ? <FigureChange {...change} /> : <span className="muted">nothing to compare</span>}
    </p>
    <Sparkline values={weeks} color={color} />
    <p className={`muted ${styles['figure-note']}`}>{note}</p>
  </>
);

const marks = { up: '▲', down: '▼', same: '=' } as const;

function FigureChange({ way, text, isGood }: Change) {
  if (way === 'same') return <span className="muted">= same as last month</span>;
  return (
    <span className={styles[`figure-${isGood ? 'better' : 'worse'}`]}>
      <span aria-hidden="true">
        {marks[way]} {text}
      </span>
      <span className="sr-only">
        {way} {text} from last month, which is {isGood ? 'better' : 'worse'}
      </span>
    </span>
  );
}

const FigureSkeletons = ({ cards }: { cards: number }) => (
  <div className={styles['figures']} data-waiting role="status" aria-label="Loading key figures">
    {Array.from({ length: cards }, (_, at) => (
      <div key={at} className={`${styles['figure']} ${styles['figure-waiting']}`} />
    ))}
  </div>
);
