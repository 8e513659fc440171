import { useState } from 'react';
import { metals } from '../../../domain/company/company/metals.js';
import { ActionButton } from '../../components/ui/button.js';
import { Facts } from '../../components/ui/facts.js';
import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { LoadedContent } from '../../components/ui/loaded.js';
import { Section } from '../../components/ui/section.js';
import { useToast } from '../../components/ui/overlay/toast.js';
import { call, toInput } from '../../lib/server/api.js';
import { describeFailure } from '../../lib/server/failure.js';
import { unitPrice } from '../../lib/format.js';
import { useApi, useSend } from '../../lib/server/use-api.js';
import { MetalDialog } from '../../components/shared/items/metal-dialog.js';
import type { Shop } from './shop-values.js';

/** A shop's ten metal prices per linear foot: change them, or copy the company's. */
export function MetalSection({ shop }: { shop: Pick<Shop, '_id' | 'name'> }) {
  const query = useApi('GET /api/item/metal', { shop: shop._id });
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Metal prices per linear foot"
      actions={
        <span className="row">
          <GiveStandard shop={shop} />
          <ActionButton permission="catalogue.write" icon="adjust" onClick={() => setOpen(true)}>
            Update Metal Items
          </ActionButton>
        </span>
      }
    >
      <LoadedContent query={query} lines={4}>
        {(sheet) => <Facts facts={metals.map(({ name, label }) => [label, unitPrice(sheet[name]) || 'Not set'])} />}
      </LoadedContent>
      {open && <MetalDialog shop={shop._id} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function GiveStandard({ shop }: { shop: Pick<Shop, '_id' | 'name'> }) {
  const confirm = useConfirm();
  const toast = useToast();
  const { send, pending } = useSend('PUT /api/shop/metal/update/standard/:id');
  const give = async () => {
    const message = "Copy the company's 10 metal prices to this shop?";
    if (!(await confirm({ message, record: shop.name }))) return;
    try {
      const standard = await call('GET /api/item/metal', {});
      const prices = Object.fromEntries(metals.map(({ name }) => [`${name}Standard`, standard[name]]));
      toast.success((await send(toInput<'PUT /api/shop/metal/update/standard/:id'>({ id: shop._id, ...prices }))).msg); // the call has the same ten names
    } catch (error) {
      toast.error(describeFailure('Shop', error));
    }
  };
  return (
    <ActionButton permission="catalogue.write" icon="copy" pending={pending} onClick={() => void give()}>
      Copy standard prices
    </ActionButton>
  );
}
