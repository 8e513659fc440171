import { useMemo, useState } from 'react';
import type { Choice } from '../../../../components/ui/form/combobox/choices.js';
import { Combobox } from '../../../../components/ui/form/combobox/combobox.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { toAddOnOptions } from '../../add-on-options.js';
import { formatSuggestion, type Suggestion } from './group-words.js';
import styles from './desk.module.css';

interface RecordPickerProps {
  readonly label: string;
  readonly kind: string;
  readonly suggestions: readonly Suggestion[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

const nouns: Readonly<Record<string, string>> = { 'add-on': 'add-on', model: 'model', dealer: 'dealer', shop: 'shop' };

/** Chooses a catalogue record: suggestions first; the others load when the field is used. */
export function RecordPicker({ label, kind, suggestions, value, onChange }: RecordPickerProps) {
  const [isWhole, setWhole] = useState(suggestions.length === 0);
  const records = useRecords(isWhole ? kind : null);
  const noun = nouns[kind] ?? 'record';
  const options = useMemo(() => toOptions(suggestions, records), [suggestions, records]);
  const load = () => setWhole(true);
  return (
    <span className={styles['picker']} onFocus={load} onPointerEnter={load}>
      <Combobox
        label={label}
        none={`Choose ${noun === 'add-on' ? 'an' : 'a'} ${noun}`}
        options={options}
        value={value}
        onChange={onChange}
      />
    </span>
  );
}

const toOptions = (suggestions: readonly Suggestion[], records: readonly Choice[]): readonly Choice[] => [
  ...suggestions.map((one) => ({ value: one._id, label: formatSuggestion(one), detail: 'Suggested' })),
  ...records.filter(({ value }) => !suggestions.some((one) => one._id === value)),
];

const nothing: readonly Choice[] = [];

/** Every record of a kind with what distinguishes it: add-ons with category and price; none without a kind. */
function useRecords(kind: string | null): readonly Choice[] {
  const lookups = useApi('GET /api/lookups', kind === null ? null : {}).data;
  return useMemo(() => {
    if (!lookups || kind === null) return nothing;
    if (kind === 'add-on') return toAddOnOptions(lookups.addOns);
    if (kind === 'model')
      return lookups.models.map(({ _id, name, category }) => ({ value: _id, label: name, detail: category }));
    const records = lookups[kind === 'dealer' ? 'dealers' : 'shops'];
    return records.map(({ _id, name }) => ({ value: _id, label: name }));
  }, [lookups, kind]);
}
