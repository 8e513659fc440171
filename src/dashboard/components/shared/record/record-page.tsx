import { Fragment, type ReactNode } from 'react';
import { Redirect, useSearch } from 'wouter';
import { type ApiState, onlyRecord } from '../../../lib/server/use-api.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { DeleteRecord, type DeleteProps } from './delete-record.js';

/** The record that a form's address names: its ID, `new` for a record to add, or none. */
export function useRecordAddress(): { id: string | null; isNew: boolean; query: URLSearchParams } {
  const query = new URLSearchParams(useSearch());
  return { id: query.get('id'), isNew: query.has('new'), query };
}

interface RecordDeletion<R> extends Pick<DeleteProps, 'permission' | 'call' | 'area' | 'question' | 'preview'> {
  /** The record in readable form: `dealer Smith Lumber`. */
  readonly name: (record: R) => string;
}

interface RecordPageProps<R extends { readonly _id: string }> {
  /** `Dealer`. */
  readonly what: string;
  /** The title of the screen, if it is the same for new and existing records. */
  readonly title?: string;
  /** Where a form without a record redirects, and where Back leads without a history. */
  readonly list: string;
  /** Loads the record; sends no request for a new one. */
  readonly query: ApiState<R>;
  readonly getName: (record: R) => string;
  readonly actions?: (record: R) => ReactNode;
  /** Rare actions before Delete. */
  readonly end?: (record: R) => ReactNode;
  /** How it is deleted, which leads back to the list; null or absent if not here. */
  readonly deletion?: RecordDeletion<R> | null;
  /** The form for the record, or for a new one. */
  readonly children: (record: R | null) => ReactNode;
}

/** The screen of one record, `…/form?id=…`, or of a new one, `…/form?new=1`; without either, redirects to the list. */
export function RecordPage<R extends { readonly _id: string }>(props: RecordPageProps<R>) {
  const { what, title, list, getName, actions, end, deletion, children } = props;
  const { id, isNew, query: address } = useRecordAddress();
  if (isNew && !id) {
    return (
      <Page title={title ?? `Add ${what}`} back={list}>
        {children(null)}
      </Page>
    );
  }
  if (!id) return <Redirect to={list} replace />;
  const query = onlyRecord(props.query, id);
  const record = query.data;
  const heading = record ? (title ? `${title}: ${getName(record)}` : `${what} ${getName(record)}`) : (title ?? what);
  return (
    <Page
      title={title ?? what}
      heading={heading}
      back={list}
      actions={record && actions?.(record)}
      end={
        record && (
          <>
            {end?.(record)}
            {deletion && <DeleteRecord {...toDelete(deletion, record)} onDone={() => goBack(list)} />}
          </>
        )
      }
    >
      <LoadedContent query={query}>
        {(record) => <Fragment key={`${record._id} ${address.get('shop') ?? ''}`}>{children(record)}</Fragment>}
      </LoadedContent>
    </Page>
  );
}

const toDelete = <R extends { readonly _id: string }>({ name, ...how }: RecordDeletion<R>, record: R): DeleteProps => ({
  ...how,
  id: record._id,
  record: name(record),
});
