import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../../../components/ui/overlay/toast.js';
import {
  type CallOptions,
  callWithText,
  type Input,
  isAborted,
  formatMessage,
  type Output,
} from '../../../../lib/server/api.js';
import { followProgress, type Progress } from '../../../../lib/server/progress.js';
import { randomId } from '../../../../lib/random-id.js';
import {
  toBody,
  type OrderFile,
  type ReadableFile,
  readOrderFile,
} from '../../../../components/shared/imports/order-file.js';

export type UploadCall = 'POST /api/orders' | 'POST /api/orders/missing';
export type ImportResult = Output<'POST /api/orders'>;
export type ImportRow = ImportResult['rows'][number];
export type Answer = 'skip' | 'replace' | 'keep';
export type Answers = Pick<Input<'POST /api/orders'>, 'duplicates' | 'decisions'>;

/** A file with the preview or the result of its upload. */
export interface FileResult {
  readonly file: OrderFile;
  readonly result: ImportResult;
}

/** A file that the server is processing; progress is absent until the server reports it. */
export interface Work {
  readonly verb: 'Checking' | 'Uploading';
  readonly file: string;
  readonly progress: Progress | null;
}

type SendOrders = (file: ReadableFile, options: CallOptions) => Promise<ImportResult>;

/** Order files being uploaded: selected, checked, then uploaded one by one. */
export function useOrderUpload(to: UploadCall) {
  const toast = useToast();
  const [files, setFiles] = useState<readonly OrderFile[]>([]);
  const [checkedFiles, setCheckedFiles] = useState<readonly FileResult[] | null>(null);
  const [uploadedFiles, setUploadedFiles] = useState<readonly FileResult[]>([]);
  const { work, each, stop } = useFollowedFiles();
  const readable = files.filter((file) => file.problem === null);

  const add = async (files: readonly File[]) => {
    const readFiles = await Promise.all(files.map(readOrderFile));
    setFiles((before) => [...before.filter(({ name }) => !readFiles.some((file) => file.name === name)), ...readFiles]);
    setUploadedFiles([]);
  };
  const remove = (name: string) => setFiles((before) => before.filter((file) => file.name !== name));
  const showFailure = (error: unknown, abortedText: string) =>
    isAborted(error) ? toast.info(abortedText) : toast.error(formatMessage(error));
  const check = async () => {
    const results: FileResult[] = [];
    try {
      await each('Checking', readable, results, (file, options) =>
        callWithText(to, toBody(file), { ...options, preview: true }),
      );
      setCheckedFiles(results);
    } catch (error) {
      showFailure(error, 'Upload canceled. Nothing was uploaded.');
    }
  };
  const upload = async (answers: Answers) => {
    setCheckedFiles(null);
    const results: FileResult[] = [];
    try {
      await each('Uploading', readable, results, async (file, options) => {
        const idempotencyKey = randomId();
        const result = await callWithText(to, toBody(file, answers), { ...options, idempotencyKey });
        remove(file.name);
        return result;
      });
    } catch (error) {
      showFailure(error, 'Upload canceled.');
    }
    if (results.some(({ result }) => result.import !== null)) toast.success('Orders are Uploaded.');
    for (const { result } of results) if (result.import === null) toast.info(result.msg);
    setUploadedFiles(results);
  };
  return {
    files,
    readable,
    add,
    remove,
    check,
    checked: checkedFiles,
    cancel: () => setCheckedFiles(null),
    upload,
    done: uploadedFiles,
    work,
    stop,
  };
}

/** Uploads files one by one with progress; `stop` aborts the current one. Closing the page asks for confirmation. */
function useFollowedFiles() {
  const [work, setWork] = useState<Work | null>(null);
  const sending = useRef<AbortController | null>(null);
  const isUploading = work?.verb === 'Uploading';
  useEffect(() => {
    if (!isUploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUploading]);
  const each = async (verb: Work['verb'], files: readonly ReadableFile[], results: FileResult[], send: SendOrders) => {
    const abort = new AbortController();
    sending.current = abort;
    try {
      for (const file of files) {
        const now = { verb, file: file.name };
        setWork({ ...now, progress: null });
        const following = followProgress((progress) => setWork({ ...now, progress }));
        const answer = send(file, { signal: abort.signal, progressKey: following.key });
        results.push({ file, result: await answer.finally(following.stop) });
      }
    } finally {
      setWork(null);
    }
  };
  return { work, each, stop: () => sending.current?.abort() };
}
