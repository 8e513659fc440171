import { useState } from 'react';
import { useToast } from '../../../components/toast.js';
import { call, type Input, messageOf, type Output } from '../../../lib/api.js';
import { useRefresh } from '../../../lib/use-api.js';
import { type OrderFile, readOrderFile } from './order-file.js';

export type UploadCall = 'POST /api/orders' | 'POST /api/orders/missing';
export type ImportResult = Output<'POST /api/orders'>;
export type ImportRow = ImportResult['rows'][number];
export type Answer = 'skip' | 'replace' | 'keep';
export type Answers = Pick<Input<'POST /api/orders'>, 'duplicates' | 'decisions'>;

/** A file with what its upload would do, or did. */
export interface Checked {
  readonly file: OrderFile;
  readonly result: ImportResult;
}

/** Order files on their way in: chosen, checked, uploaded one after the other. */
export function useOrderUpload(to: UploadCall) {
  const toast = useToast();
  const refresh = useRefresh();
  const [files, setFiles] = useState<readonly OrderFile[]>([]);
  const [checked, setChecked] = useState<readonly Checked[] | null>(null);
  const [done, setDone] = useState<readonly Checked[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const readable = files.filter((file) => file.problem === null);

  const add = async (chosen: readonly File[]) => {
    const read = await Promise.all(chosen.map(readOrderFile));
    setFiles((before) => [...before.filter(({ name }) => !read.some((file) => file.name === name)), ...read]);
    setDone([]);
  };
  const remove = (name: string) => setFiles((before) => before.filter((file) => file.name !== name));
  const check = async () => {
    const results: Checked[] = [];
    try {
      for (const file of readable) {
        setBusy(`Checking ${file.name} …`);
        results.push({ file, result: await call(to, inputOf(file), { preview: true }) });
      }
      setChecked(results);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const upload = async (answers: Answers) => {
    setChecked(null);
    const results: Checked[] = [];
    try {
      for (const file of readable) {
        setBusy(`Uploading ${file.name} …`);
        const result = await call(to, { ...inputOf(file), ...answers }, { idempotencyKey: crypto.randomUUID() });
        results.push({ file, result });
        remove(file.name);
      }
      const news = results.filter(({ result }) => result.import !== null);
      if (news.length > 0) toast.success('Orders are Uploaded.');
      for (const { result } of results) if (result.import === null) toast.info(result.msg);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setDone(results);
      setBusy(null);
      void refresh(['/api/orders']);
    }
  };
  return { files, readable, add, remove, check, checked, cancel: () => setChecked(null), upload, done, busy };
}

const inputOf = ({ name, content }: OrderFile) => ({ orders: content, fileName: name });
