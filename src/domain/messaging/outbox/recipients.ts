import type { Knex } from 'knex';
import { DomainError } from '../../kernel/errors.js';
import type { Sender } from './quota.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';

/**
 * Throws for recipients that are neither known nor in a domain that the office allows. Known are the users and the
 * email address of the sender's shop, and the users of the office; for the office, also those of every shop, and the
 * vendors. For a shop, its own vendors do not count as known, because its users could enter any address there.
 */
export async function refuseOutsiders(
  db: Knex,
  { senderId, shopId }: Sender,
  recipients: readonly string[],
): Promise<void> {
  if (senderId === null) return;
  const allowedDomains = (await queryColumn<string[]>(db('companies').pluck('mail_domains'))).flat();
  const outside = recipients
    .map((address, n) => ({ n, address }))
    .filter(({ address }) => !allowedDomains.includes(getDomain(address)));
  if (outside.length === 0) return;
  const knownAddresses = new Set(await addressesOnFile(db, shopId));
  const errors = outside
    .filter(({ address }) => !knownAddresses.has(address))
    .map(({ n, address }) => ({
      path: `recipients.${n}`,
      msg: `${address} is not on file, and mail to ${getDomain(address)} is not allowed. Ask an Office Admin to add ${getDomain(address)} under Company Settings, Mail domains.`,
    }));
  if (errors.length > 0) throw new DomainError('invalid-input', { errors });
}

const getDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

async function addressesOnFile(db: Knex, shopId: string | null): Promise<string[]> {
  const rows = await queryRows<{ address: string }>(
    db.raw(
      `select lower(user_name) as address from users where active and (:shop::uuid is null or shop_id is null or shop_id = :shop)
     union select lower(default_email) from shops where :shop::uuid is null or id = :shop
     union select lower(email) from vendors where :shop::uuid is null`,
      { shop: shopId },
    ),
  );
  return rows.map(({ address }) => address);
}
