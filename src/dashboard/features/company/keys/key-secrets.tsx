import { Section } from '../../../components/ui/section.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import type { Key } from './key-values.js';

/** The valid secrets of a key, when each was last used, and why one was refused. */
export function KeySecrets({ apiKey: { secrets } }: { apiKey: Key }) {
  const { timeZone } = useMe();
  const moment = (at: string | null) => formatMoment(at, timeZone);
  return (
    <Section title="Secrets">
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Secrets">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Starts with</th>
              <th scope="col">Added</th>
              <th scope="col">Valid until</th>
              <th scope="col">Last used</th>
              <th scope="col">Last refused</th>
            </tr>
          </thead>
          <tbody>
            {secrets.map((secret) => (
              <tr key={secret.prefix}>
                <td>
                  <code>{secret.prefix}</code>
                </td>
                <td>{moment(secret.createdAt)}</td>
                <td>{moment(secret.expiresAt) || 'Same as the key'}</td>
                <td>{secret.usedAt ? `${moment(secret.usedAt)} from ${secret.usedFrom}` : 'Never'}</td>
                <td>
                  {secret.refusedAt && `${moment(secret.refusedAt)} from ${secret.refusedFrom}: ${secret.refusedWhy}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
