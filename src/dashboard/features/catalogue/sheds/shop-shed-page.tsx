import { Button } from '../../../components/ui/button.js';
import { Facts } from '../../../components/ui/facts.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { Output } from '../../../lib/server/api.js';
import { money } from '../../../lib/format.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi } from '../../../lib/server/use-api.js';
import { Redirect } from 'wouter';
import styles from './shop-shed.module.css';

type Shed = Output<'GET /api/shed/one/:id'>;
const MODELS = '/shop/shed/model/all';

/** A shed on a shop's side: its size, price and parts. */
export function ShopShedPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/shed/one/:id', id ? { id } : null);
  if (!id) return <Redirect to={MODELS} replace />;
  const shed = query.data;
  const list = shed ? `/shop/shed/all?category=${shed.category._id}&model=${shed.model._id}` : MODELS;
  return (
    <Page
      title="Add/Update Shed"
      heading={shed ? `${shed.model.name} ${shed.width} × ${shed.length}` : 'Shed'}
      actions={<Button onClick={() => goBack(list)}>Exit</Button>}
    >
      <LoadedContent query={query}>{(shed) => <Contents shed={shed} />}</LoadedContent>
    </Page>
  );
}

const Contents = ({ shed }: { shed: Shed }) => (
  <>
    <RecordCard title="Shed">
      <Facts
        facts={[
          ['Base style', shed.baseStyle.name],
          ['Width', `${shed.width} ft`],
          ['Length', `${shed.length} ft`],
          ['Retail price', money(shed.retailPrice)],
        ]}
      />
    </RecordCard>
    <Parts
      title="Components"
      lines={shed.components.map(({ component, quantity }) => ({ ...component, quantity }))}
      form="/shop/component/form"
    />
    <Parts
      title="Standard add-ons"
      lines={shed.standardAddOns.map(({ addon, quantity }) => ({ ...addon, quantity }))}
      form="/shop/addon/form"
    />
  </>
);

interface PartsProps {
  readonly title: string;
  readonly lines: readonly { readonly _id: string; readonly name: string; readonly quantity: number }[];
  /** The address of a part's screen. */
  readonly form: string;
}

const Parts = ({ title, lines, form }: PartsProps) => (
  <RecordCard title={title}>
    {lines.length === 0 && <p className="muted">None.</p>}
    <ul className={styles['part-list']}>
      {lines.map(({ _id, name, quantity }) => (
        <li key={_id} className="row">
          <span className="grow">
            {quantity} × {name}
          </span>
          <LinkButton href={`${form}?id=${_id}`} label={`View ${name}`}>
            View
          </LinkButton>
        </li>
      ))}
    </ul>
  </RecordCard>
);
