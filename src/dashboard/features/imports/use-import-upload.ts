import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { callWithForm, isAborted, formatMessage } from '../../lib/server/api.js';
import { getChoices, importKinds, type KindName } from '../../lib/import-kinds.js';
import { useSide } from '../../lib/use-side.js';
import { previewPath } from '../../components/shared/imports/import-path.js';
import { useFollowed } from './use-followed.js';

const NO_FILE = 'Please upload a file before importing.';

/** A spreadsheet upload: sent with the choices in the address, then its preview opens. */
export function useImportUpload(name: KindName) {
  const kind = importKinds[name];
  const [, go] = useLocation();
  const side = useSide();
  const query = new URLSearchParams(useSearch());
  const { work, run, stop } = useFollowed();
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const choices = getChoices(kind, query);
  const whatIsMissing = kind.takes.includes('shops') && !choices.shops ? 'Choose at least one shop.' : null;
  const upload = async (file: File | null) => {
    setAsked(true);
    setProblem(file ? null : NO_FILE);
    if (whatIsMissing || !file) return;
    const form = new FormData();
    for (const [choice, value] of Object.entries(choices)) form.append(choice, String(value));
    form.append('file', file);
    try {
      const upload = await run('Reading', file.name, (options) =>
        callWithForm('POST /api/imports/:kind', { kind: name }, form, options),
      );
      go(previewPath(side, upload));
    } catch (error) {
      setProblem(isAborted(error) ? 'Canceled. Nothing was imported.' : formatMessage(error));
    }
  };
  return { work, stop, problem, setProblem, missing: isAsked ? whatIsMissing : null, upload };
}
