import { Button, type ButtonProps } from './button.js';
import { useDownload } from './use-download.js';

interface DownloadButtonProps extends Omit<ButtonProps, 'onClick' | 'pending'> {
  /** The beginning of the error message. */
  readonly area: string;
  readonly onDownload: () => Promise<unknown>;
}

/** A button that downloads one file. */
export function DownloadButton({ area, onDownload, ...button }: DownloadButtonProps) {
  const { pending, run } = useDownload(area);
  return <Button icon="download" {...button} pending={pending} onClick={() => void run(onDownload)} />;
}
