/** The head of a column of buttons: read aloud, not shown. */
export const ActionsHead = () => (
  <th scope="col" className="cell-actions">
    <span className="sr-only">Actions</span>
  </th>
);
