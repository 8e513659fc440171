import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { Facts } from '../../../components/ui/facts.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import type { Output } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';

type Component = Output<'GET /api/component/:id'>;
const LIST = '/shop/component/category/all';

/** A component on a shop's side: its name and items. */
export function ShopComponentPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/component/:id', id ? { id } : null);
  const at = query.data;
  const list = at ? `/shop/component/all?category=${at.category._id}&shed=${at.shedCategory._id}` : LIST;
  return (
    <RecordPage what="Component" list={list} query={query} getName={({ name }) => name}>
      {(component) => component && <Contents component={component} />}
    </RecordPage>
  );
}

const Contents = ({ component }: { component: Component }) => (
  <>
    <RecordCard title="Component">
      <Facts
        facts={[
          ['Name', component.name],
          ['Component Category', component.category.name],
          ['Shed Category', component.shedCategory.name],
        ]}
      />
    </RecordCard>
    <RecordCard title="Standard items">
      {component.standardItems.length === 0 ? (
        <p className="muted">No items yet.</p>
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Standard items">
          <table className="plain-table">
            <caption className="sr-only">Standard items</caption>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col">Description</th>
                <th scope="col" className="cell-right">
                  Count
                </th>
              </tr>
            </thead>
            <tbody>
              {component.standardItems.map(({ item, description, quantity }, at) => (
                <tr key={`${item._id} ${at}`}>
                  <th scope="row">{item.name}</th>
                  <td>{description}</td>
                  <td className="cell-right">{quantity}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </RecordCard>
  </>
);
