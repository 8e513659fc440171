import { PickShedCategoryPage } from '../../../components/shared/pickers/pick-shed-category.js';
import { PickShedModelPage } from '../../../components/shared/pickers/pick-shed-model.js';

export const HAUL_CATEGORIES = '/company/haulbase/category/all';

/** Chooses the shed category whose haul bases to show. */
export const HaulCategoriesPage = () => (
  <PickShedCategoryPage
    title="Haul Bases: Shed Categories"
    name="haul-base-categories"
    to={({ _id }) => `/company/haulbase/models?category=${_id}`}
  />
);

/** Chooses the model of a category whose haul bases to show. */
export const HaulModelsPage = () => (
  <PickShedModelPage
    title="Haul Bases: Models"
    name="haul-base-models"
    categories={HAUL_CATEGORIES}
    to={({ _id, shedCategory }) => `/company/haulbase/model/view?category=${shedCategory._id}&model=${_id}`}
  />
);
