import { useState } from 'react';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { Loaded } from '../../components/loaded.js';
import { Section } from '../../components/section.js';
import type { Output } from '../../lib/api.js';
import { money } from '../../lib/format.js';
import { useApi } from '../../lib/use-api.js';
import { rateInWords } from './rate-fields.js';
import { RatesTable } from './rates-table.js';
import { ShopBaseStyleDialog } from './shop-base-style-dialog.js';

export type ShopBaseStyle = Output<'GET /api/basestyle/shop'>['items'][number];

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
            <RatesTable label="Base styles">
              {items.map((style) => (
                <Row key={style._id} style={style} onOpen={() => setOpen(style._id)} />
              ))}
            </RatesTable>
          )
        }
      </Loaded>
      {shown && <ShopBaseStyleDialog style={shown} {...(shop ? { shop } : {})} onClose={() => setOpen(null)} />}
    </Section>
  );
}

function Row({ style, onOpen }: { style: ShopBaseStyle; onOpen: () => void }) {
  const { standardValues, shopValues } = style;
  const cell = (own: string, standard: string) => (own ? own : <span className="muted">{standard} standard</span>);
  return (
    <tr>
      <th scope="row">{style.name}</th>
      <td>{style.doorType}</td>
      <td className="cell-right">{cell(money(shopValues.doorCost), money(style.doorCost))}</td>
      {(['buildPercent', 'roofPercent', 'trussCost', 'paintCost'] as const).map((rate) => (
        <td key={rate} className="cell-right">
          {cell(rateInWords(shopValues[rate]), rateInWords(standardValues[rate]))}
        </td>
      ))}
      <td>
        <Button onClick={onOpen} aria-label={`View ${style.name}`}>
          View
        </Button>
      </td>
    </tr>
  );
}
