import type { KeyboardEvent, ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { ActionsHead } from '../../components/ui/table/actions-head.js';
import { percentNames } from '../../../domain/company/shops/rules.js';
import { moveInGrid } from '../../components/shared/lines/grid-keys.js';
import { ActionButton, Button } from '../../components/ui/button.js';
import { NumberField, SelectField, type SelectOption } from '../../components/ui/form/fields.js';
import { useValue, useValues } from '../../components/ui/form/use-value.js';
import { decimal } from '../../lib/format.js';
import { AddModel, type ModelOption } from './add-model.js';
import { findInherited, type PercentSource } from './percent-inherit.js';
import { type CategoryRow, type EightPercents, type ModelRow, percentLabels, pickEight } from './shop-values.js';
import lineTable from '../../components/ui/form/line-table.module.css';
import styles from './percents.module.css';

interface MatrixProps {
  readonly shedCategories: readonly SelectOption[];
  readonly models: readonly ModelOption[];
  readonly readOnly: boolean;
}

/**
 * The shares of retail by category and model, width and order type (NB for new builds, INV for inventory), as one grid.
 * A blank field shows the percent that applies (P1) in gray, and where it comes from.
 */
export function PercentMatrix({ shedCategories, models, readOnly }: MatrixProps) {
  const categories = useFieldArray({ name: 'categories' });
  const defaults = useFieldArray({ name: 'defaultModels' });
  const sources = useSources({ shedCategories, models });
  return (
    <fieldset className="lines-field">
      <legend>Percent of retail</legend>
      <p className="muted">
        A blank field uses the percent shown in gray: the category's, then the default category's, then 65%. The default
        category is removed from the others when you save.
      </p>
      <div className={styles['percents-scroll']}>
        <table
          className={`plain-table ${lineTable['line-table']} ${styles['percent-matrix']}`}
          onKeyDownCapture={(event) => {
            moveSideways(event);
            moveInGrid(event);
          }}
        >
          <caption className="sr-only">Percent of retail by category, width and order type</caption>
          <Head />
          <tbody>
            <Row path="" rows={[sources.usual]} readOnly={readOnly}>
              <strong>{sources.usual.name}</strong>
            </Row>
            {categories.fields.map(({ id }, at) => (
              <CategoryField
                key={id}
                {...{ at, sources, shedCategories, readOnly }}
                onRemove={() => categories.remove(at)}
              />
            ))}
            {defaults.fields.map(({ id }, at) => (
              <ModelField key={id} {...{ at, sources, readOnly }} onRemove={() => defaults.remove(at)} />
            ))}
          </tbody>
        </table>
      </div>
      <ActionButton
        permission="shops.write"
        icon="plus"
        onClick={() => categories.append({ category: '', ...pickEight(null) })}
      >
        Add Category
      </ActionButton>
      <AddModel
        categories={shedCategories}
        hasOpenRow={sources.hasOpenModel}
        readOnly={readOnly}
        onAdd={(category) => defaults.append({ category, model: '', ...pickEight(null) })}
      />
    </fieldset>
  );
}

interface FieldProps {
  readonly at: number;
  readonly sources: Sources;
  readonly readOnly: boolean;
  readonly onRemove: () => void;
}

const CategoryField = ({
  at,
  sources,
  shedCategories,
  readOnly,
  onRemove,
}: FieldProps & Pick<MatrixProps, 'shedCategories'>) => (
  <Row
    path={`categories.${at}.`}
    rows={[...sources.ofCategory(at), sources.usual]}
    readOnly={readOnly}
    remove={{ label: `Delete category ${at + 1}`, run: onRemove }}
  >
    <SelectField
      name={`categories.${at}.category`}
      label={`Category ${at + 1}`}
      required="Choose a category"
      placeholder="Choose a category"
      recent="shed-categories"
      options={shedCategories}
      readOnly={readOnly}
      className="field-bare"
    />
  </Row>
);

const ModelField = ({ at, sources, readOnly, onRemove }: FieldProps) => (
  <Row
    path={`defaultModels.${at}.`}
    rows={[...sources.ofModel(at), sources.usual]}
    readOnly={readOnly}
    remove={{ label: `Delete model ${at + 1}`, run: onRemove }}
  >
    <SelectField
      name={`defaultModels.${at}.model`}
      label={`${sources.categoryOfModel(at)} model ${at + 1}`}
      required="Choose a model"
      placeholder="Choose a model"
      recent="models"
      options={sources.modelsFor(at)}
      readOnly={readOnly}
      className={`field-bare ${styles['percent-model'] ?? ''}`}
    />
  </Row>
);

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Category or model</th>
      {percentNames.map((name) => (
        <th key={name} scope="col" className="cell-right">
          {percentLabels[name]}
        </th>
      ))}
      <ActionsHead />
    </tr>
  </thead>
);

/** The typed rows of percents by name, to find what a blank field inherits. */
function useSources({ shedCategories, models }: Pick<MatrixProps, 'shedCategories' | 'models'>) {
  const usualId = useValue<string>('defaultCategory');
  const eight = useValues<EightPercents>();
  const categories = useValue<readonly CategoryRow[]>('categories');
  const defaults = useValue<readonly ModelRow[]>('defaultModels');
  const nameIn = (options: readonly SelectOption[], id: string, none: string) =>
    options.find(({ value }) => value === id)?.label ?? none;
  const usualName = nameIn(shedCategories, usualId, '');
  const defaultPercents: PercentSource = { name: usualName ? `Default: ${usualName}` : 'Default category', row: eight };
  const toSource = (row: CategoryRow): PercentSource => ({
    name: nameIn(shedCategories, row.category, 'this category'),
    row,
  });
  const getCategory = (at: number): string => defaults[at]?.category ?? '';
  return {
    usual: defaultPercents,
    ofCategory: (at: number) => categories.slice(at, at + 1).map(toSource),
    ofModel: (at: number): readonly PercentSource[] => [
      ...defaults.slice(at, at + 1).map((row) => ({ name: nameIn(models, row.model, 'this model'), row })),
      ...categories.filter(({ category }) => category !== '' && category === getCategory(at)).map(toSource),
    ],
    categoryOfModel: (at: number) => nameIn(shedCategories, getCategory(at), 'Model'),
    modelsFor: (at: number) => models.filter((model) => model.category === getCategory(at)),
    hasOpenModel: defaults.some(({ model }) => !model),
  };
}

type Sources = ReturnType<typeof useSources>;

interface RowProps {
  /** The path of the row's percents: empty, or ending with a dot. */
  readonly path: string;
  /** This row and the rows it falls back to. */
  readonly rows: readonly PercentSource[];
  readonly readOnly: boolean;
  readonly remove?: { readonly label: string; readonly run: () => void };
  readonly children: ReactNode;
}

const Row = ({ path, rows, readOnly, remove, children }: RowProps) => (
  <tr>
    <td data-label="Category or model">{children}</td>
    {percentNames.map((name) => {
      const inheritedPercent = findInherited(name, rows);
      return (
        <td
          key={name}
          data-label={percentLabels[name]}
          title={inheritedPercent ? `Blank uses ${inheritedPercent.from}` : undefined}
        >
          <NumberField
            name={`${path}${name}`}
            label={`${rows[0]?.name ?? ''}, ${percentLabels[name]}`}
            decimals={2}
            step={0.01}
            min={0}
            max={100}
            placeholder={inheritedPercent ? decimal(inheritedPercent.value, 2) : '—'}
            readOnly={readOnly}
            className="field-bare"
          />
        </td>
      );
    })}
    <td className="cell-actions">
      {remove && !readOnly && (
        <Button icon="trash" iconOnly onClick={remove.run}>
          {remove.label}
        </Button>
      )}
    </td>
  </tr>
);

/** Arrow left and right move to the neighboring field of the row, if the text is empty or completely selected. */
function moveSideways(event: KeyboardEvent): void {
  const from = event.target;
  const way = event.key === 'ArrowLeft' ? 'previousElementSibling' : 'nextElementSibling';
  if (!(from instanceof HTMLInputElement) || !/^Arrow(Left|Right)$/.test(event.key) || event.shiftKey) return;
  if (from.selectionStart !== 0 || from.selectionEnd !== from.value.length) return;
  const next = from.closest('td')?.[way]?.querySelector<HTMLElement>('input:not(:disabled)');
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
