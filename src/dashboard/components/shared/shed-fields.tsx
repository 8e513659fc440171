import { useApi } from '../../lib/server/use-api.js';
import { NumberField, SelectField, type SelectOption } from '../ui/form/fields.js';

interface State {
  readonly readOnly: boolean;
  readonly disabledReason?: string | null;
  readonly className?: string | undefined;
}

interface ChoiceProps extends State {
  readonly options: readonly SelectOption[];
}

/** The form's field `baseStyle`. */
export const BaseStyleField = (props: ChoiceProps) => (
  <SelectField
    name="baseStyle"
    label="Base style"
    required="Choose a base style"
    placeholder="Choose a base style"
    recent="base-styles"
    {...props}
  />
);

/** The form's field `model`. */
export const ModelField = (props: ChoiceProps) => (
  <SelectField
    name="model"
    label="Model"
    required="Choose a model"
    placeholder="Choose a model"
    recent="models"
    {...props}
  />
);

/** All models with their categories, as options. */
export function useModelOptions(): SelectOption[] {
  const { data } = useApi('GET /api/shed/model/', { size: 5000 });
  return (data?.items ?? []).map(({ _id, name, shedCategory }) => ({
    value: _id,
    label: name,
    detail: shedCategory.name,
  }));
}

/** The form's fields `width` and `length`, in feet. */
export const SizeFields = (state: State) => (
  <>
    <NumberField name="width" label="Width" suffix="ft" min={0} required="Enter the width" {...state} />
    <NumberField name="length" label="Length" suffix="ft" min={0} required="Enter the length" {...state} />
  </>
);
