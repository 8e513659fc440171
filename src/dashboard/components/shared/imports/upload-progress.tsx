import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { ProgressBar } from '../../ui/progress-bar.js';
import type { Progress } from '../../../lib/server/progress.js';
import { stepText } from './step-text.js';
import styles from './upload-progress.module.css';

const WORTH_A_BAR_MS = 400;

interface UploadProgressProps {
  readonly work: { readonly verb: string; readonly file: string; readonly progress: Progress | null };
  /** Formats the progress; counts orders by default. */
  readonly say?: (progress: Progress) => string;
  readonly onCancel: () => void;
  /** Receives the focus if it was inside this component when the component is removed. */
  readonly onFocusLost: () => void;
}

/** The server's progress on a file, shown only if it takes noticeably long. */
export function UploadProgress({ work, say = stepText, onCancel, onFocusLost }: UploadProgressProps) {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), WORTH_A_BAR_MS);
    return () => clearTimeout(timer);
  }, []);
  const box = useRef<HTMLDivElement>(null);
  const giveBack = useRef(onFocusLost);
  useLayoutEffect(
    () => () => {
      if (box.current?.contains(document.activeElement)) giveBack.current();
    },
    [],
  );
  if (!lasts) return null;
  const { verb, file, progress } = work;
  return (
    <div ref={box} className={styles['upload-progress']}>
      <ProgressBar label={`${verb} ${file}`} text={progress ? say(progress) : 'Sending file'} value={progress} />
      <Button small icon="close" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
