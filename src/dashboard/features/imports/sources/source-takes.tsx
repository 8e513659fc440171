import { takenParts } from '../../../../domain/imports/feed/schema.js';
import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import { MoneyField, NumberField } from '../../../components/ui/form/fields.js';
import { partLabels } from './source-words.js';

const parts = takenParts.map((value) => ({ value, label: partLabels[value] }));

/** What a source may change in orders without a decision, and when it stops for one. */
export const TakeFields = ({ readOnly }: { readOnly: boolean }) => (
  <div className="form-grid">
    <div className="form-group">
      <CheckList
        name="settings.takesAtOnce"
        label="Changes accepted automatically"
        options={parts}
        readOnly={readOnly}
      />
      <p className="muted">All other changes wait under Proposals.</p>
    </div>
    <div className="form-group">
      <NumberField
        name="settings.brakePercent"
        label="Stop at this share of open orders"
        suffix="%"
        decimals={0}
        min={1}
        max={100}
        required
        readOnly={readOnly}
        hint="If a pull would change or cancel more, only its new orders are imported. The rest waits for you."
      />
      <MoneyField
        name="settings.brakeAmount"
        label="Stop when amounts change by more than"
        min={0}
        readOnly={readOnly}
        hint="Increases and decreases are added together. Leave blank for no limit."
      />
    </div>
  </div>
);
