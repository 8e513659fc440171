import type { Hit, HitGroup } from './palette-hits.js';
import styles from './palette.module.css';

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly { readonly group: HitGroup; readonly hits: readonly Hit[] }[];
  readonly chosenHit: Hit | undefined;
  readonly onOpen: (hit: Hit) => void;
}

/** The palette's results under group headings. */
export const PaletteList = ({ id, groups, chosenHit, onOpen }: PaletteListProps) => (
  <div id={`${id}-hits`} role="listbox" aria-label="Found" className={styles['palette-hits']}>
    {groups.map(({ group, hits }) => (
      <div key={group} role="group" aria-labelledby={`${id}-group-${group}`}>
        <div id={`${id}-group-${group}`} className={styles['palette-group']} role="presentation">
          {group}
        </div>
        {hits.map((hit) => (
          <div
            key={hit.key}
            id={`${id}-${hit.key}`}
            role="option"
            aria-selected={hit === chosenHit}
            className={styles['palette-hit']}
            onClick={() => onOpen(hit)}
          >
            <span>{hit.label}</span>
            <span className="muted">{hit.note}</span>
          </div>
        ))}
      </div>
    ))}
  </div>
);
