import { MOST_PERCENT } from '../../../domain/company/shops/schema.js';
import { CheckField, NumberField, SelectField, type SelectOption, TextField } from '../../components/ui/form/fields.js';
import { labels } from './shop-values.js';

/** Name and default email; only the office can change them. */
export const NameFields = ({ readOnly }: { readOnly: boolean }) => (
  <>
    <TextField name="name" label={labels.name} required="Enter the shop name" readOnly={readOnly} />
    <TextField name="defaultEmail" label={labels.defaultEmail} type="email" readOnly={readOnly} />
  </>
);

/** The shop's address. */
export const AddressFields = ({ readOnly }: { readOnly: boolean }) => (
  <>
    <TextField name="streetAddress" label={labels.streetAddress} readOnly={readOnly} />
    <TextField name="city" label={labels.city} readOnly={readOnly} />
    <TextField name="state" label={labels.state} readOnly={readOnly} />
    <TextField name="zipCode" label={labels.zipCode} readOnly={readOnly} />
  </>
);

/** The shop's overhead, in percent of what it is paid. */
export const OverheadField = ({ readOnly }: { readOnly: boolean }) => (
  <NumberField
    name="overhead"
    label={labels.overhead}
    hint="Blank uses the company's overhead for shops."
    step={0.01}
    min={0}
    max={MOST_PERCENT}
    suffix="%"
    readOnly={readOnly}
  />
);

/** Whether orders change the shop's stock. */
export const StockField = ({ readOnly }: { readOnly: boolean }) => (
  <CheckField
    name="takesStockWhenFinished"
    label={labels.takesStockWhenFinished}
    hint="Changing the status back returns exactly what was used. Stock can fall below zero."
    readOnly={readOnly}
  />
);

interface ChoiceProps {
  readonly shedCategories: readonly SelectOption[];
  readonly parents: readonly SelectOption[];
  readonly readOnly: boolean;
}

/** The shop's default category, and the sources of its orders' add-ons. */
export const CategoryFields = ({ shedCategories, parents, readOnly }: ChoiceProps) => (
  <>
    <NumberField
      name="shopAddOnPercent"
      label={labels.shopAddOnPercent}
      hint="For add-ons without their own percent. Defaults to 75%."
      step={0.01}
      min={0}
      max={MOST_PERCENT}
      suffix="%"
      readOnly={readOnly}
    />
    <SelectField
      name="defaultCategory"
      label={labels.defaultCategory}
      placeholder="No default category"
      recent="shed-categories"
      options={shedCategories}
      readOnly={readOnly}
    />
    <SelectField
      name="nbAddonCategory"
      label={labels.nbAddonCategory}
      placeholder="None"
      recent="addon-parent-categories"
      options={parents}
      readOnly={readOnly}
    />
    <SelectField
      name="olAddonCategory"
      label={labels.olAddonCategory}
      placeholder="None"
      recent="addon-parent-categories"
      options={parents}
      readOnly={readOnly}
    />
  </>
);
