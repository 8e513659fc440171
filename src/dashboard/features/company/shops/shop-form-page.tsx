import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { Section } from '../../../components/ui/section.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { ShopBaseStyles } from '../../../components/shared/base-styles/shop-base-styles.js';
import { AddUser } from '../../../components/shared/users/add-user-dialog.js';
import { UserList } from '../../../components/shared/users/user-list.js';
import { MetalSection } from '../metal-section.js';
import { ShopForm } from '../shop-form.js';
import { historyWords } from '../shop-values.js';

const LIST = '/company/shops';

/** The office's screen for a shop: its form, metal prices, base styles and users. */
export function ShopFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/shop/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/shop/delete/:id');
  return (
    <RecordPage
      what="Shop"
      list={LIST}
      query={query}
      getName={({ name }) => name}
      deletion={{ permission: 'shops.manage', call: remove, area: 'Shop', name: ({ name }) => `shop ${name}` }}
    >
      {(shop) => (
        <>
          <ShopForm key={shop?._id} shop={shop} list={LIST} />
          {shop && (
            <>
              <MetalSection shop={shop} />
              <ShopBaseStyles shop={shop._id} />
              <Section title="Shop Users" actions={<AddUser side="shop" shop={shop} />}>
                <UserList side="shop" shop={shop} />
              </Section>
              <HistoryToggle id={shop._id} words={historyWords} />
            </>
          )}
        </>
      )}
    </RecordPage>
  );
}
