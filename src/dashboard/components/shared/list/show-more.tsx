import { count } from '../../../lib/format.js';
import { Button } from '../../ui/button.js';

interface ShowMoreProps {
  readonly shownCount: number;
  readonly all: number;
  /** How many more rows each click shows. */
  readonly step: number;
  readonly onMore: (shown: number) => void;
}

/** Below rows that are not all rendered: how many are shown, and a button to show more. */
export const ShowMore = ({ shownCount, all, step, onMore }: ShowMoreProps) =>
  all > shownCount && (
    <p className="row">
      <span className="muted">
        {count(shownCount)} of {count(all)} rows
      </span>
      <Button small onClick={() => onMore(shownCount + step)}>
        Show {step} more
      </Button>
    </p>
  );
