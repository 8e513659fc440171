import { percentNames } from '../../../domain/company/shops/rules.js';
import { NumberField } from '../../components/ui/form/fields.js';
import { percentLabels } from './shop-values.js';
import styles from './percents.module.css';

/**
 * The eight percents of a row: the shop's own above, the standard ones below. `path` is empty for the shop's main
 * percents.
 */
export function PercentFields({ path = '', readOnly }: { path?: string; readOnly: boolean }) {
  return (
    <div className={styles['percent-grid']}>
      {percentNames.map((name) => (
        <NumberField
          key={name}
          name={path ? `${path}.${name}` : name}
          label={percentLabels[name]}
          decimals={2}
          step={0.01}
          min={0}
          max={100}
          suffix="%"
          placeholder="Not set"
          readOnly={readOnly}
        />
      ))}
    </div>
  );
}
