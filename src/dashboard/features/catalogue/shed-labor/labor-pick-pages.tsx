import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { PickShedCategoryPage } from '../../../components/shared/pickers/pick-shed-category.js';
import { PickShedModelPage } from '../../../components/shared/pickers/pick-shed-model.js';

export const LABOR_CATEGORIES = '/company/sheds/labor/category/all';

/** Chooses the shed category whose labor to show. */
export const LaborCategoriesPage = () => (
  <PickShedCategoryPage
    title="Shed Labor: Shed Categories"
    name="shed-labor-categories"
    to={({ _id }) => `/company/sheds/labor/models?category=${_id}`}
  />
);

/** Chooses the model of a category whose labor to show. */
export const LaborModelsPage = () => (
  <PickShedModelPage
    title="Shed Labor: Models"
    name="shed-labor-models"
    categories={LABOR_CATEGORIES}
    to={({ _id }) => `/company/sheds/labor/model/view?model=${_id}`}
  />
);

/** Chooses the model whose labor to view. */
export const ShopLaborModelsPage = () => (
  <PickShedModelPage
    title="Shed Labor Models"
    name="shop-shed-labor-models"
    to={({ _id }) => `/shop/sheds/labor/model/view?model=${_id}`}
    actions={
      <>
        <ExportButton kind="shed-labor">Export</ExportButton>
        <ImportLink kind="shed-labor">Import Excel</ImportLink>
      </>
    }
  />
);
