import { UploadProgress } from '../../components/shared/imports/upload-progress.js';
import { rowProgress } from './rows/row-words.js';
import type { Work } from './use-followed.js';

interface ImportProgressProps {
  readonly work: Work | null;
  readonly onCancel: () => void;
  /** Takes the focus when the bar goes away while it is inside. */
  readonly onFocusLost: () => void;
}

/** What the server is at with a file, and how far. */
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
