import { AddLink } from '../../components/ui/add-link.js';
import { DataList } from '../../components/shared/list/data-list.js';
import type { DataListProps, RowBase } from '../../components/shared/list/list-types.js';
import { LinkButton } from '../../components/shared/link-button.js';
import { DeleteRecord } from '../../components/shared/record/delete-record.js';
import { Page } from '../../components/ui/page.js';
import { countHeading } from '../../lib/format.js';

interface PurchaseListProps<Row extends RowBase> extends Omit<DataListProps<Row>, 'actions' | 'pageSizes'> {
  readonly title: string;
  /** `Metal Order`; also the beginning of an error message. */
  readonly what: string;
  /** The address of a new one. */
  readonly add: string;
  readonly getForm: (id: string) => string;
  readonly getName: (row: Row) => string;
  /** What the button at a row says. */
  readonly verb: 'View' | 'Edit';
  readonly remove: Parameters<typeof DeleteRecord>[0]['call'];
  /** The question before one is deleted. */
  readonly question: string;
}

/** A list of what a shop buys with: its vendors, material and metal orders. */
export function PurchaseListPage<Row extends RowBase>(props: PurchaseListProps<Row>) {
  const { title, what, add, getForm, getName, verb, remove, question, ...list } = props;
  return (
    <Page
      title={title}
      heading={countHeading(list.query.data?.total, what)}
      actions={
        <AddLink permission="purchasing.write" href={add}>
          Add New
        </AddLink>
      }
    >
      <DataList
        {...list}
        pageSizes={[40, 100, 500]}
        actions={(row) => (
          <>
            <LinkButton href={getForm(row._id)} label={`${verb} ${what.toLowerCase()} ${getName(row)}`}>
              {verb}
            </LinkButton>
            <DeleteRecord
              inMenu
              permission="purchasing.write"
              call={remove}
              id={row._id}
              record={`${what.toLowerCase()} ${getName(row)}`}
              question={question}
              area={what}
            />
          </>
        )}
      />
    </Page>
  );
}
