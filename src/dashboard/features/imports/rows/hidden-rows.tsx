import { ActionButton } from '../../../components/ui/button.js';
import { Icon } from '../../../components/ui/icon.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { formatMessage } from '../../../lib/server/api.js';
import { countHeading } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { StagedImport } from './row-words.js';
import { plural } from '../../../../domain/kernel/text/plural.js';

/** The rows hidden by a filter in the file, and whether to import them; can be changed until the file is applied. */
export function HiddenRowsNotice({ staged }: { staged: StagedImport }) {
  const { _id: id, hiddenRows, options } = staged;
  const { include, pending } = useInclude(id);
  if (hiddenRows.length === 0) return null;
  const isIncluded = options.includeHidden === true;
  return (
    <section className="notice notice-warning" aria-label="Hidden rows">
      <Icon name="info" />
      <div>
        <p>{hiddenRowsText(staged)}</p>
        <ul>
          {hiddenRows.map(({ sheet, count: n, rows }) => (
            <li key={sheet}>
              “{sheet}”: {plural(n, 'row')} {rows}
            </li>
          ))}
        </ul>
      </div>
      {staged.staged && (
        <ActionButton permission="imports.apply" small pending={pending} onClick={() => void include(!isIncluded)}>
          {isIncluded ? 'Leave out hidden rows' : 'Include hidden rows'}
        </ActionButton>
      )}
    </section>
  );
}

/** How many rows are hidden and what happens to them: `3 hidden rows are left out.` */
export function hiddenRowsText({ hiddenRows, options }: Pick<StagedImport, 'hiddenRows' | 'options'>): string {
  const n = hiddenRows.reduce((sum, { count }) => sum + count, 0);
  const rows = countHeading(n, 'hidden row').toLowerCase();
  return `${rows} ${n === 1 ? 'is' : 'are'} ${options.includeHidden === true ? 'included' : 'left out'}.`;
}

/** Includes or excludes hidden rows, and compares again. */
function useInclude(id: string) {
  const toast = useToast();
  const { send, pending } = useSend('PUT /api/imports/:id/columns');
  const include = async (includeHidden: boolean) => {
    try {
      const { msg } = await send({ id, includeHidden });
      toast.success(`Hidden rows are ${includeHidden ? 'included' : 'left out'}. ${msg}`);
    } catch (error) {
      toast.error(formatMessage(error));
    }
  };
  return { include, pending };
}
