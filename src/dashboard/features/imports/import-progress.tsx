import { UploadProgress } from '../../components/shared/imports/upload-progress.js';
import { rowProgress } from './rows/row-words.js';
import type { Work } from './use-followed.js';

interface ImportProgressProps {
  readonly work: Work | null;
  readonly onCancel: () => void;
  /** Receives the focus if it was inside the progress bar when the bar is removed. */
  readonly onFocusLost: () => void;
}

/** The server's current step with a file, and its progress. */
export const ImportProgress = ({ work, onCancel, onFocusLost }: ImportProgressProps) => (
  <>
    <span role="status" className="muted">
      {work && `${work.verb} ${work.file} …`}
    </span>
    {work && (
      <UploadProgress
        key={`${work.verb} ${work.file}`}
        work={work}
        say={rowProgress}
        onCancel={onCancel}
        onFocusLost={onFocusLost}
      />
    )}
  </>
);
