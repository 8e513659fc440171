import { get, useFormContext } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { SelectField, type SelectOption } from '../../../components/ui/form/fields.js';
import {
  boughtText,
  type MetalPackageChoice,
  type PackageValues,
  type SizedPackage,
  withChosen,
} from './metal-values.js';
import { PackageItems } from './package-items.js';
import { SerialField } from './serial-field.js';
import { useSizing } from './use-sizing.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { toKeys } from '../../../../domain/kernel/objects.js';
import { useValue, valueAt } from '../../../components/ui/form/use-value.js';

/** A package's colors, in column order. */
const colors = { roofColor: 'Roof Color', sidingColor: 'Siding Color', trimColor: 'Trim Color' } as const;
const colorNames = toKeys(colors);

/** The options of a package's selects. */
export interface Choices extends Readonly<Record<keyof typeof colors, readonly SelectOption[]>> {
  readonly categories: readonly SelectOption[];
  readonly packages: readonly MetalPackageChoice[];
}

interface RowProps {
  readonly at: number;
  readonly choices: Choices;
  /** The metal order being changed; null for a new one. */
  readonly orderId: string | null;
  readonly readOnly: boolean;
  /** Whether its items are shown. */
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Absent for the only package. */
  readonly onDelete?: () => void;
}

/** A package of a metal order, with its items in a second row. */
export function PackageRow({ at, choices, orderId, readOnly, open, onToggle, onDelete }: RowProps) {
  const { formState } = useFormContext();
  const path = `metalOrder.${at}`;
  const values = useValue<PackageValues>(path);
  const isWrong = get(formState.errors, `${path}.items`) !== undefined;
  const isOpen = open || isWrong;
  const common = { readOnly, className: 'field-bare' } as const;
  const { categories, packages } = usePackageKind(path, values, choices);
  const sizedPackage = useSizing({ at, values, orderId, readOnly });
  return (
    <tbody>
      <tr>
        <td data-label="Category">
          <SelectField
            {...common}
            name={`${path}.shedCategory`}
            label={`Category ${at + 1}`}
            placeholder="Choose"
            recent="shed-categories"
            options={categories.options}
            onChosen={categories.onChosen}
          />
        </td>
        <td data-label="Package">
          <div>
            <SelectField
              {...common}
              name={`${path}.metalPackage`}
              label={`Package ${at + 1}`}
              placeholder={values.name || 'Choose'}
              recent="metal-packages"
              options={packages.options}
              onChosen={packages.onChosen}
            />
            <SizeField path={path} at={at} values={values} sized={sizedPackage} readOnly={readOnly} />
          </div>
        </td>
        <td data-label="Serial Number">
          <SerialField path={path} at={at} readOnly={readOnly} isNew={orderId === null} />
        </td>
        {colorNames.map((color) => (
          <td key={color} data-label={colors[color]}>
            <SelectField
              {...common}
              name={`${path}.${color}`}
              label={`${colors[color]} ${at + 1}`}
              placeholder="No color"
              options={withChosen(choices[color], values[color], values[color])}
            />
          </td>
        ))}
        <td data-label="Items">
          <Button aria-expanded={isOpen} aria-label={`Items of package ${at + 1}`} onClick={onToggle}>
            {`${values.items.length} ${plural(values.items.length, 'item')}`}
          </Button>
        </td>
        <td className="cell-actions">
          {!readOnly && onDelete && (
            <Button icon="trash" iconOnly onClick={onDelete}>
              {`Delete package ${at + 1}`}
            </Button>
          )}
        </td>
      </tr>
      <tr hidden={!isOpen}>
        <td colSpan={8}>
          <PackageItems path={path} at={at} readOnly={readOnly} notes={toNotes(sizedPackage)} />
        </td>
      </tr>
    </tbody>
  );
}

/** Why less of an item is ordered than the shed needs, by item. */
const toNotes = (sizedPackage: SizedPackage | undefined): ReadonlyMap<string, string> =>
  new Map((sizedPackage?.items ?? []).flatMap((item) => [[item._id, boughtText(item)] as const]).filter(isNote));
const isNote = (entry: readonly [string, string | undefined]): entry is readonly [string, string] =>
  entry[1] !== undefined;

interface SizeProps {
  readonly path: string;
  readonly at: number;
  readonly values: PackageValues;
  readonly sized: SizedPackage | undefined;
  readonly readOnly: boolean;
}

/** The size of shed a package is for; only asked if no order provides it. */
function SizeField({ path, at, values, sized, readOnly }: SizeProps) {
  if (values.metalPackage === '' || (values.shed === '' && sized?.sizedBy !== 'none')) return null;
  if (sized?.sizedBy === 'order') return null;
  const options = (sized?.sheds ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <SelectField
      readOnly={readOnly}
      className="field-bare"
      name={`${path}.shed`}
      label={`Size of shed ${at + 1}`}
      placeholder={values.shed === '' ? 'Choose the size' : 'Size'}
      {...(values.items.length === 0 ? { required: 'Choose the shed size' } : {})}
      options={options}
    />
  );
}

/**
 * The category and the package: choosing a package sets its name and category; choosing another category clears the
 * package.
 */
function usePackageKind(path: string, values: PackageValues, { categories, packages }: Choices) {
  const { setValue, getValues } = useFormContext();
  const putFields = (changes: Partial<PackageValues>) => {
    for (const [field, value] of Object.entries(changes)) setValue(`${path}.${field}`, value, { shouldDirty: true });
  };
  const within = packages.filter(
    ({ shedCategory }) => values.shedCategory === '' || shedCategory._id === values.shedCategory,
  );
  const formatName = ({ name, shedCategory }: MetalPackageChoice): string =>
    values.shedCategory === '' ? `${name} (${shedCategory.name})` : name;
  const takePackage = () => {
    const packageOption = packages.find(({ _id }) => _id === valueAt<string>(getValues, `${path}.metalPackage`));
    if (!packageOption) return putFields({ name: '', shed: '' });
    putFields({ name: packageOption.name, shedCategory: packageOption.shedCategory._id, shed: '', items: [] });
  };
  const takeCategory = () => {
    const category = valueAt<string>(getValues, `${path}.shedCategory`);
    const packageOption = packages.find(({ _id }) => _id === values.metalPackage);
    if (packageOption && category !== '' && packageOption.shedCategory._id !== category)
      putFields({ metalPackage: '', name: '', shed: '', items: [] });
  };
  const options = within.map((one) => ({ value: one._id, label: formatName(one) }));
  return {
    categories: { options: categories, onChosen: takeCategory },
    packages: { options: withChosen(options, values.metalPackage, values.name), onChosen: takePackage },
  };
}
