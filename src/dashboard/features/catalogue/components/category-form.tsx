import { NumberField, TextField } from '../../../components/ui/form/fields.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import type { Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';

export type Category = Output<'GET /api/component/category/'>['items'][number];

const toValues = (category: Category | null) => ({
  name: category?.name ?? '',
  priority: category?.priority ?? null,
});

/** Saves a component category, new or existing. */
export function useCategorySave(category: Category | null, onSaved: () => void) {
  const add = useSend('POST /api/component/category/');
  const change = useSend('PUT /api/component/category/update/:id');
  return useRecordSave({
    record: category,
    toValues: toValues,
    area: 'ComponentCategory',
    what: `Component category ${category?.name ?? ''}`,
    labels: { name: 'Name', priority: 'Priority' },
    store: ({ name, priority }, revision) =>
      category
        ? change.send({ id: category._id, revision: revision ?? category.revision, name, priority: priority ?? 0 })
        : add.send({ name, priority }),
    onSaved,
  });
}

/** Name and priority; a new one without a priority is added last. */
export function CategoryFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <TextField name="name" label="Name" required="Please input the component category name!" />
      <NumberField
        name="priority"
        label="Priority"
        {...(isNew
          ? { hint: 'The lowest comes first. Leave blank to put it last.' }
          : { required: 'Please input the priority level!', hint: 'The lowest comes first.' })}
        decimals={0}
        step={1}
        min={0}
      />
    </>
  );
}
