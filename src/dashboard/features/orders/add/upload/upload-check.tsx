import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { PreviewTable } from './preview-table.js';
import { UploadSummary } from './upload-summary.js';
import type { FileResult } from './use-order-upload.js';
import styles from './upload.module.css';

interface CheckProps {
  readonly checked: readonly FileResult[];
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** What an upload would do with each order, and the confirmation. */
export function UploadCheck({ checked, onYes, onNo }: CheckProps) {
  const footer = (
    <>
      <Button data-autofocus onClick={onNo}>
        No
      </Button>
      <Button kind="primary" onClick={onYes}>
        Yes
      </Button>
    </>
  );
  return (
    <Dialog title="Confirm" size="large" footer={footer} onClose={onNo}>
      <p>
        <strong>Are you sure you want to upload this file? This action cannot be reversed</strong> once its orders
        change. Until then, you can undo it under Imports.
      </p>
      {checked.map(({ file, result }) => (
        <section key={file.name} className={styles['upload-file']} aria-label={file.name}>
          <UploadSummary file={file} result={result} />
          <PreviewTable rows={result.rows} label={file.name} />
        </section>
      ))}
    </Dialog>
  );
}
