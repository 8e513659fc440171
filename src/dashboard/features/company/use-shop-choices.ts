import type { SelectOption } from '../../components/ui/form/fields.js';
import { useApi } from '../../lib/server/use-api.js';
import type { ModelOption } from './add-model.js';

interface ShopChoices {
  readonly shedCategories: readonly SelectOption[];
  readonly parents: readonly SelectOption[];
  readonly models: readonly ModelOption[];
}

const toOption = ({ _id, name }: { readonly _id: string; readonly name: string }) => ({ value: _id, label: name });

/** The options for a shop's form. */
export function useShopChoices(): ShopChoices {
  const categories = useApi('GET /api/shed/category', { size: 5000 });
  const parents = useApi('GET /api/addon-parent-category', { size: 5000 });
  const models = useApi('GET /api/shed/model/', { size: 5000 });
  return {
    shedCategories: (categories.data?.items ?? []).map(toOption),
    parents: (parents.data?.items ?? []).map(toOption),
    models: (models.data?.items ?? []).map((model) => ({ ...toOption(model), category: model.shedCategory._id })),
  };
}
