import { Redirect, useSearchParams } from 'wouter';
import { useMe } from '../../../lib/server/session.js';
import { MessageBoard } from './message-board.js';

const LIST = '/company/messages';

/** The message board of the shop in the address; without one, the list of shops. */
export function CompanyBoardPage() {
  const [query] = useSearchParams();
  const shop = query.get('id');
  return shop ? <MessageBoard key={shop} shop={shop} back={LIST} /> : <Redirect to={LIST} replace />;
}

/** The message board of the user's shop. */
export function ShopBoardPage() {
  const { shop } = useMe();
  return shop && <MessageBoard shop={shop._id} />;
}
