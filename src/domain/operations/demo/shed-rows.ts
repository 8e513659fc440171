import { sizeName, type Catalogue, type ShopOfFile } from './company-file.js';
import type { Ids } from './names.js';
import type { DemoRow, TableRows } from './rows.js';

/** Base styles, shed models, sheds, and the labor and haul costs of each size. */
export const shedRows = (file: Catalogue, ids: Ids): TableRows[] => [
  ['base_styles', file.baseStyles.map((style) => baseStyleRow(style, ids))],
  ...modelRows(file, ids),
  ...sizedRows(file, ids),
];

const baseStyleRow = (style: Catalogue['baseStyles'][number], ids: Ids): DemoRow => ({
  id: ids.baseStyles.id(style.name),
  name: style.name,
  doorType: style.doorType,
  ...styleLabor(style),
});

/** The stored labor of a base style; null for missing values. Door cost in cents. */
export const styleLabor = (style: Omit<ShopOfFile['baseStyles'][number], 'name'>): DemoRow => ({
  doorCost: style.doorCost ?? null,
  buildValue: style.buildPercent?.value ?? null,
  buildType: style.buildPercent?.type ?? null,
  roofValue: style.roofPercent?.value ?? null,
  roofType: style.roofPercent?.type ?? null,
  trussValue: style.trussCost?.value ?? null,
  trussType: style.trussCost?.type ?? null,
  paintValue: style.paintCost?.value ?? null,
  paintType: style.paintCost?.type ?? null,
});

function modelRows({ shedModels }: Catalogue, ids: Ids): TableRows[] {
  return [
    [
      'shed_models',
      shedModels.map(({ name, code, category }) => {
        const categoryId = ids.shedCategories.id(category, `shed model "${name}"`);
        return { id: ids.models.id(name), name, code, categoryId };
      }),
    ],
    [
      'shed_model_add_ons',
      shedModels.flatMap(({ name, standardAddOns }) =>
        standardAddOns.map(({ addOn, quantity }) => {
          const addOnId = ids.addOns.id(addOn, `shed model "${name}"`);
          return { modelId: ids.models.id(name), addOnId, quantity };
        }),
      ),
    ],
  ];
}

interface Size {
  readonly model: string;
  readonly baseStyle: string;
  readonly width: number;
  readonly length: number;
}

function sizedRows({ sheds, shedLabor, haulBases }: Catalogue, ids: Ids): TableRows[] {
  const place = <S extends Size>({ model, baseStyle, ...row }: S, kind: string) => {
    const asks = `${kind} "${sizeName({ model, baseStyle, ...row })}"`;
    return { ...row, modelId: ids.models.id(model, asks), baseStyleId: ids.baseStyles.id(baseStyle, asks) };
  };
  return [
    [
      'sheds',
      sheds.map(({ components: _, standardAddOns: __, ...shed }) => ({
        id: ids.sheds.id(sizeName(shed)),
        ...place(shed, 'shed'),
      })),
    ],
    ['shed_components', sheds.flatMap((shed) => shedComponentRows(shed, ids))],
    ['shed_add_ons', sheds.flatMap((shed) => shedAddOnRows(shed, ids))],
    ['shed_labor', shedLabor.map((row) => ({ id: ids.shedLabor.id(sizeName(row)), ...place(row, 'shed labor') }))],
    ['haul_bases', haulBases.map((row) => ({ id: ids.haulBases.id(sizeName(row)), ...place(row, 'haul base') }))],
  ];
}

type Shed = Catalogue['sheds'][number];

function shedComponentRows(shed: Shed, ids: Ids): DemoRow[] {
  const name = sizeName(shed);
  return shed.components.map(({ component, quantity }) => {
    const componentId = ids.components.id(component, `shed "${name}"`);
    return { shedId: ids.sheds.id(name), componentId, quantity };
  });
}

function shedAddOnRows(shed: Shed, ids: Ids): DemoRow[] {
  const name = sizeName(shed);
  return shed.standardAddOns.map(({ addOn, quantity }) => {
    const addOnId = ids.addOns.id(addOn, `shed "${name}"`);
    return { shedId: ids.sheds.id(name), addOnId, quantity };
  });
}
