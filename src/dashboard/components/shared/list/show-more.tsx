import { count } from '../../../lib/format.js';
import { Button } from '../../ui/button.js';

interface ShowMoreProps {
  readonly shown: number;
  readonly all: number;
  /** How many more rows each click shows. */
  readonly step: number;
  readonly onMore: (shown: number) => void;
}

/** Below rows that are not all rendered: how many are shown, and a button to show more. */
export const ShowMore = ({ shown, all, step, onMore }: ShowMoreProps) =>
  all > shown && (
    <p className="row">
      <span className="muted">
        {count(shown)} of {count(all)} rows
      </span>
      <Button small onClick={() => onMore(shown + step)}>
        Show {step} more
      </Button>
    </p>
  );
