import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { ActionsHead } from '../../../components/ui/table/actions-head.js';
import { Button } from '../../../components/ui/button.js';
import { Section } from '../../../components/ui/section.js';
import { useApi } from '../../../lib/server/use-api.js';
import { blankPackage, type MetalOrder } from './metal-values.js';
import { type Choices, PackageRow } from './package-row.js';
import lineTableStyles from '../../../components/ui/form/line-table.module.css';
import styles from './metal-orders.module.css';

interface PackagesProps {
  readonly order: MetalOrder | null;
  readonly readOnly: boolean;
}

/** The packages of a metal order: shed and colors, with each package's items below it. */
export function MetalPackages({ order, readOnly }: PackagesProps) {
  const { fields, append, remove } = useFieldArray({ name: 'metalOrder' });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const choices = useChoices(order);
  const toggle = (id: string) =>
    setOpen(open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]));
  return (
    <Section title="Metal packages">
      <div className={styles['metal-packages']}>
        <table className={`plain-table ${lineTableStyles['line-table']} ${styles['metal-table']}`}>
          <caption className="sr-only">Metal packages</caption>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
              <ActionsHead />
            </tr>
          </thead>
          {fields.map((field, at) => (
            <PackageRow
              key={field.id}
              at={at}
              choices={choices}
              orderId={order?._id ?? null}
              readOnly={readOnly}
              open={open.has(field.id)}
              onToggle={() => toggle(field.id)}
              {...(fields.length > 1 ? { onDelete: () => remove(at) } : {})}
            />
          ))}
        </table>
        {!readOnly && (
          <Button icon="plus" onClick={() => append(blankPackage)}>
            Add Metal Package
          </Button>
        )}
      </div>
    </Section>
  );
}

const headers = ['Category', 'Package', 'Serial Number', 'Roof Color', 'Siding Color', 'Trim Color', 'Items'];

const getColors = (list: readonly { readonly color: string }[] | undefined) =>
  (list ?? []).map(({ color }) => ({ value: color, label: color }));

/** The options of a package's selects; the order's current values stay available even if deleted from the catalogue. */
function useChoices(order: MetalOrder | null): Choices {
  const packages = useApi('GET /api/metalorder/packages', {}).data?.items ?? [];
  const categories = useApi('GET /api/shed/category', { size: 5000 }).data?.items ?? [];
  const company = useApi('GET /api/company', {}).data;
  const categoryPairs = (order?.metalOrder ?? []).flatMap(({ shedCategory }) =>
    shedCategory?._id ? [[shedCategory._id, shedCategory.name] as const] : [],
  );
  const nameById = new Map([...categoryPairs, ...categories.map(({ _id, name }) => [_id, name] as const)]);
  return {
    packages,
    categories: [...nameById].map(([value, label]) => ({ value, label })),
    roofColor: getColors(company?.roofColors),
    sidingColor: getColors(company?.sidingColors),
    trimColor: getColors(company?.trimColors),
  };
}
