import { useState } from 'react';
import { Button } from '../button.js';
import { Dialog } from './dialog.js';
import { useDownload } from '../use-download.js';

interface DownloadDialogProps {
  readonly title: string;
  /** What was saved, as a sentence. */
  readonly message: string;
  /** The beginning of the error message. */
  readonly area: string;
  /** Downloads the file; returns its name. */
  readonly onDownload: () => Promise<string>;
  readonly onClose: () => void;
}

/** After a save: offers the document for download, any number of times, until the dialog is closed. */
export function DownloadDialog({ title, message, area, onDownload, onClose }: DownloadDialogProps) {
  const { pending, run } = useDownload(area);
  const [file, setFile] = useState<string | null>(null);
  const get = async () => setFile(await run(onDownload));
  const footer = (
    <>
      <Button onClick={onClose}>Close</Button>
      <Button data-autofocus kind="primary" icon="download" pending={pending} onClick={() => void get()}>
        Download PDF
      </Button>
    </>
  );
  return (
    <Dialog title={title} size="small" footer={footer} onClose={onClose}>
      <p>{message}</p>
      <p role="status" className="muted">
        {file && `${file} downloaded.`}
      </p>
    </Dialog>
  );
}
