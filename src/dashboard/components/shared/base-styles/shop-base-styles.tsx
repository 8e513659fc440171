import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Loaded } from '../../ui/loaded.js';
import { Section } from '../../ui/section.js';
import { money } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { rateInWords } from './rate-values.js';
import { RatesTable } from './rates-table.js';
import { type ShopBaseStyle, ShopBaseStyleDialog } from './shop-base-style-dialog.js';
import styles from './base-styles.module.css';

/** The base styles as a shop has them, without one the own shop; what is not its own is shown as the standard value. */
export function ShopBaseStyles({ shop }: { shop?: string }) {
  const styles = useApi('GET /api/basestyle/shop', shop ? { shop } : {});
  const [open, setOpen] = useState<string | null>(null);
  const shown = styles.data?.items.find(({ _id }) => _id === open);
  return (
    <Section title="Base Styles">
      <Loaded query={styles} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text="There is no base style yet." />
          ) : (
            <Rows styles={items} onOpen={({ _id }) => setOpen(_id)} />
          )
        }
      </Loaded>
      {shown && <ShopBaseStyleDialog style={shown} {...(shop ? { shop } : {})} onClose={() => setOpen(null)} />}
    </Section>
  );
}

/** What is the shop's own; else the standard value, which reads differently. */
const ownOr = (own: string, standard: string): ReactNode =>
  own || (
    <em className={styles['standard-value']}>
      {standard}
      <span className="sr-only"> standard</span>
    </em>
  );

interface RowsProps {
  readonly styles: readonly ShopBaseStyle[];
  readonly onOpen: (style: ShopBaseStyle) => void;
}

const Rows = ({ styles, onOpen }: RowsProps) => (
  <>
    <RatesTable
      styles={styles}
      doorCost={({ shopValues, doorCost }) => ownOr(money(shopValues.doorCost), money(doorCost))}
      rate={({ shopValues, standardValues }, name) =>
        ownOr(rateInWords(shopValues[name]), rateInWords(standardValues[name]))
      }
      actions={(style) => (
        <Button onClick={() => onOpen(style)} aria-label={`View ${style.name}`}>
          View
        </Button>
      )}
    />
    <p className="muted">Figures in italics are the standard ones: the shop has none of its own.</p>
  </>
);
