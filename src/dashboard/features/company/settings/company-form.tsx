import { CompanyFields } from '../../../../domain/company/company/schema.js';
import { SelectField, TextAreaField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { useCan } from '../../../lib/server/session.js';
import { timeZones } from '../../../lib/time-zones.js';
import { OWN_NAME } from '../../../lib/product.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';
import { type Company, labels } from './company-values.js';
import { type OwnSaves, useFollowing } from './own-saves.js';

const toValues = (company: Company | null) => ({
  name: company?.name ?? '',
  productName: company?.productName ?? OWN_NAME,
  streetAddress: company?.streetAddress ?? '',
  city: company?.city ?? '',
  state: company?.state ?? '',
  zipCode: company?.zipCode ?? '',
  timeZone: company?.timeZone ?? 'America/Chicago',
  paperSize: company?.paperSize ?? 'A4',
  mailDomains: company?.mailDomains.join('\n') ?? '',
});
const { name, productName, streetAddress, city, state, zipCode, timeZone, paperSize, mailDomains } = labels;
const fieldLabels = {
  ...{ name, productName, streetAddress, city, state, zipCode },
  ...{ timeZone, paperSize, mailDomains },
} as const;
const papers = CompanyFields.shape.paperSize.unwrap().options.map((value) => ({ value, label: value }));

/** The company's name, address and time zone; without a company, the form for setting it up. */
export function CompanyForm({ company, own }: { company: Company | null; own: OwnSaves }) {
  const add = useSend('POST /api/company');
  const change = useSend('PUT /api/company/update/:id');
  const saving = useRecordSave({
    record: company,
    toValues: toValues,
    area: 'Company',
    what: `Company ${company?.name ?? ''}`,
    labels: fieldLabels,
    store: ({ mailDomains: domains, ...values }, revision) => {
      const body = { ...values, mailDomains: domains.split(/[\s,;]+/).filter(Boolean) };
      return company
        ? change.send({ id: company._id, revision: revision ?? company.revision, ...body })
        : add.send(body);
    },
    onSaved: ({ revision }) => (company ? own.reportSaved(revision) : goBack('/company/home')),
  });
  useFollowing(own, saving.follow);
  return (
    <RecordForm
      saving={saving}
      limits={CompanyFields}
      label="Company"
      save={
        company
          ? { permission: 'company.write', label: 'Update Company' }
          : { permission: 'company.create', label: 'Add Company' }
      }
    >
      <Fields permission={company ? 'company.write' : 'company.create'} />
    </RecordForm>
  );
}

function Fields({ permission }: { permission: 'company.write' | 'company.create' }) {
  const readOnly = !useCan(permission, { write: true }).isAllowed;
  return (
    <div className="form-grid">
      <div className="form-group">
        <TextField name="name" label={name} required="Enter the company name" readOnly={readOnly} />
        <TextField
          name="productName"
          label={productName}
          required="Enter the product name"
          readOnly={readOnly}
          hint="The name of this program in titles, file names and emails."
        />
        <SelectField name="timeZone" label={timeZone} options={timeZones} required readOnly={readOnly} />
        <SelectField name="paperSize" label={paperSize} options={papers} required readOnly={readOnly} />
        <TextAreaField
          name="mailDomains"
          label={mailDomains}
          rows={2}
          readOnly={readOnly}
          hint="Domains that reports can be emailed to, one per line. Users, shops and vendors on file can always get them."
        />
      </div>
      <div className="form-group">
        <TextField name="streetAddress" label={streetAddress} readOnly={readOnly} />
        <TextField name="city" label={city} readOnly={readOnly} />
        <TextField name="state" label={state} readOnly={readOnly} />
        <TextField name="zipCode" label={zipCode} readOnly={readOnly} />
      </div>
    </div>
  );
}
