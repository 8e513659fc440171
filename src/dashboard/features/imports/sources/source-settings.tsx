import { useFormContext, useWatch } from 'react-hook-form';
import { NumberField, TextField } from '../../../components/ui/form/fields.js';
import type { SourceValues } from './source-values.js';

/** How the order feed is requested and read. By default the names are those of the sales system. */
export function SettingFields({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<SourceValues>();
  const kind = useWatch({ control, name: 'kind' });
  const isPaged = kind === 'rest';
  return (
    <details>
      <summary>Query</summary>
      <div className="form-grid">
        {isPaged && (
          <div className="form-group">
            <TextField name="settings.path" label="Path" readOnly={readOnly} />
            <NumberField name="settings.limit" label="Orders per page" readOnly={readOnly} />
            <TextField name="settings.limitParameter" label="Parameter for orders per page" readOnly={readOnly} />
            <TextField name="settings.offsetParameter" label="Parameter for the first order" readOnly={readOnly} />
            <TextField
              name="settings.changedSinceParameter"
              label="Parameter for changes since"
              readOnly={readOnly}
              hint="Leave blank if the source cannot filter by change time."
            />
          </div>
        )}
        <div className="form-group">
          {isPaged && (
            <>
              <TextField name="settings.sortParameter" label="Parameter for the sort field" readOnly={readOnly} />
              <TextField
                name="settings.sortField"
                label="Sorted by"
                readOnly={readOnly}
                hint="Choose a field that never changes. Otherwise, edits during a pull can cause orders to be skipped."
              />
              <TextField name="settings.orderParameter" label="Parameter for the sort direction" readOnly={readOnly} />
              <TextField name="settings.order" label="Direction" readOnly={readOnly} />
            </>
          )}
          <TextField name="settings.idField" label="Field with the ID" required readOnly={readOnly} />
          <TextField name="settings.timeField" label="Field with the last change" required readOnly={readOnly} />
        </div>
      </div>
    </details>
  );
}
