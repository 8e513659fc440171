import type { ReactNode } from 'react';

const headers = ['Name', 'Door type', 'Door cost', 'Build', 'Roof', 'Truss', 'Paint'] as const;
const amounts: ReadonlySet<string> = new Set(headers.slice(2));

/** The head of every table of base styles; its rows end with their buttons. */
export const RatesTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className="plain-table">
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col" {...(amounts.has(header) ? { className: 'cell-right' } : {})}>
              {header}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
