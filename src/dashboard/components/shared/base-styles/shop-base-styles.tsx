import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Section } from '../../ui/section.js';
import { money } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { rateInWords } from './rate-values.js';
import { RatesTable } from './rates-table.js';
import { type ShopBaseStyle, ShopBaseStyleDialog } from './shop-base-style-dialog.js';
import styles from './base-styles.module.css';

/** The base styles of a shop, by default the user's shop. Values the shop has not changed are shown as standard values. */
export function ShopBaseStyles({ shop }: { shop?: string }) {
  const styles = useApi('GET /api/basestyle/shop', shop ? { shop } : {});
  const [open, setOpen] = useState<string | null>(null);
  const openStyle = styles.data?.items.find(({ _id }) => _id === open);
  return (
    <Section title="Base Styles">
      <LoadedContent query={styles} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text="No base styles yet. The office adds them." />
          ) : (
            <Rows styles={items} onOpen={({ _id }) => setOpen(_id)} />
          )
        }
      </LoadedContent>
      {openStyle && <ShopBaseStyleDialog style={openStyle} {...(shop ? { shop } : {})} onClose={() => setOpen(null)} />}
    </Section>
  );
}

/** The shop's own value, or otherwise the standard value in a different style. */
const ownOr = (shopValue: string, standard: string): ReactNode =>
  shopValue || (
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
    <p className="muted">Figures in italics are standard values that this shop has not changed.</p>
  </>
);
