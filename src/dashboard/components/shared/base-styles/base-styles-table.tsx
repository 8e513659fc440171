import { useState } from 'react';
import { ActionButton, Button } from '../../ui/button.js';
import { DeleteRecord } from '../record/delete-record.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Section } from '../../ui/section.js';
import { money } from '../../../lib/format.js';
import { useAdding } from '../../../lib/use-adding.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { type BaseStyle, BaseStyleDialog } from './base-style-dialog.js';
import { rateInWords } from './rate-values.js';
import { RatesTable } from './rates-table.js';

/** The base styles with their standard values, which can be added, changed and deleted here. */
export function BaseStylesTable() {
  const styles = useApi('GET /api/basestyle/', {});
  const [open, setOpen] = useState<BaseStyle | 'new' | null>(useAdding('base-style') ? 'new' : null);
  return (
    <Section
      title="Base Styles"
      actions={
        <ActionButton permission="catalogue.write" icon="plus" onClick={() => setOpen('new')}>
          Add Base Style
        </ActionButton>
      }
    >
      <LoadedContent query={styles} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text="No base styles yet. Add the first one." />
          ) : (
            <Rows styles={items} onOpen={setOpen} />
          )
        }
      </LoadedContent>
      {open && <BaseStyleDialog style={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Section>
  );
}

interface RowsProps {
  readonly styles: readonly BaseStyle[];
  readonly onOpen: (style: BaseStyle) => void;
}

function Rows({ styles, onOpen }: RowsProps) {
  const remove = useSend('DELETE /api/basestyle/delete/:id');
  return (
    <RatesTable
      styles={styles}
      doorCost={(style) => money(style.doorCost)}
      rate={(style, name) => rateInWords(style.standardValues[name])}
      actions={(style) => (
        <>
          <Button onClick={() => onOpen(style)} aria-label={`View ${style.name}`}>
            View
          </Button>
          <DeleteRecord
            inMenu
            permission="catalogue.write"
            call={remove}
            id={style._id}
            record={`base style ${style.name}`}
            area="BaseStyle"
          />
        </>
      )}
    />
  );
}
