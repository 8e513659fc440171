import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { LOW, PHONE, useMedia } from '../../../lib/use-media.js';
import filterStyles from '../../../components/shared/list/filters/filters.module.css';
import listStyles from '../../../components/shared/list/list.module.css';
import styles from './reports.module.css';

/** Whether the window has no room for filters above a report: a phone, or a short window. */
export const useIsSmall = (): boolean => useMedia(`${PHONE}, ${LOW}`);

/** The filters of a report in a row; in a small window, a button that opens them in a sheet. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  if (!useIsSmall()) {
    return (
      <div className={`${listStyles['toolbar']} ${styles['report-filters']}`} role="group" aria-label="Filters">
        {children}
      </div>
    );
  }
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filters
      </Button>
      {open && (
        <Dialog
          title="Filters"
          size="small"
          footer={
            <Button kind="primary" onClick={close}>
              Done
            </Button>
          }
          onClose={close}
        >
          <div className={filterStyles['sheet-chips']}>{children}</div>
        </Dialog>
      )}
    </>
  );
}
