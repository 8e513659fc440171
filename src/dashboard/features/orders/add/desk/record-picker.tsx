import { useState } from 'react';
import { useApi } from '../../../../lib/server/use-api.js';
import { formatSuggestion, type Suggestion } from './group-words.js';
import styles from './desk.module.css';

interface RecordPickerProps {
  readonly label: string;
  readonly kind: string;
  readonly suggestions: readonly Suggestion[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

const MORE = 'more';
const nouns: Readonly<Record<string, string>> = { 'add-on': 'add-on', model: 'model', dealer: 'dealer', shop: 'shop' };

/** Chooses a record of the catalogue: the suggestions first; all others are loaded when they are wanted. */
export function RecordPicker({ label, kind, suggestions, value, onChange }: RecordPickerProps) {
  const [isWhole, setWhole] = useState(suggestions.length === 0);
  const records = useRecords(isWhole ? kind : null);
  const groups = [...new Set(records.map(({ category }) => category))];
  const noun = nouns[kind] ?? 'record';
  return (
    <select
      className={styles['picker']}
      aria-label={label}
      value={value}
      onChange={(event) => (event.target.value === MORE ? setWhole(true) : onChange(event.target.value))}
    >
      <option value="">{`Choose ${noun === 'add-on' ? 'an' : 'a'} ${noun}`}</option>
      {suggestions.length > 0 && (
        <optgroup label="Suggested">
          {suggestions.map((one) => (
            <option key={one._id} value={one._id}>
              {formatSuggestion(one)}
            </option>
          ))}
        </optgroup>
      )}
      {!isWhole && <option value={MORE}>{`Show every ${noun}…`}</option>}
      {groups.map((category) => (
        <optgroup key={category} label={category}>
          {records
            .filter((one) => one.category === category && !suggestions.some(({ _id }) => _id === one._id))
            .map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

interface Choosable {
  readonly _id: string;
  readonly name: string;
  readonly category: string;
}

/** Every record of a kind with its category; none without a kind. */
function useRecords(kind: string | null): readonly Choosable[] {
  const lookups = useApi('GET /api/lookups', kind === null ? null : {}).data;
  if (!lookups || kind === null) return [];
  if (kind === 'add-on') return lookups.addOns;
  if (kind === 'model') return lookups.models;
  const category = kind === 'dealer' ? 'Dealers' : 'Shops';
  return lookups[kind === 'dealer' ? 'dealers' : 'shops'].map(({ _id, name }) => ({ _id, name, category }));
}
