import { TextField } from '../../components/ui/form/fields.js';

/** A vendor's name and contact details. */
export function VendorFields({ readOnly = false }: { readOnly?: boolean }) {
  return (
    <div className="form-grid">
      <div className="form-group">
        <TextField name="name" label="Name" required="Enter the vendor name" readOnly={readOnly} autoFocus />
        <TextField name="email" label="Email" type="email" readOnly={readOnly} />
        <TextField
          name="terms"
          label="Terms"
          maxLength={100}
          readOnly={readOnly}
          hint="Payment terms, such as Net 30. Printed on purchase orders."
        />
      </div>
      <div className="form-group">
        <TextField name="address" label="Address" readOnly={readOnly} />
        <TextField name="city" label="City" readOnly={readOnly} />
        <TextField name="state" label="State" readOnly={readOnly} />
        <TextField name="zipCode" label="Zip code" readOnly={readOnly} />
      </div>
    </div>
  );
}
