/**
 * Makes the fields of a form inert while they are saved: the stored record then replaces them, and with it anything
 * typed in the meantime. Afterwards the focus returns to where it was.
 */
export async function lockWhile<T>(form: HTMLElement | null, saving: Promise<T>): Promise<T> {
  const focused = document.activeElement;
  const parts = form?.querySelectorAll<HTMLElement>(':scope > :not([data-save-bar])') ?? [];
  for (const part of parts) part.inert = true;
  try {
    return await saving;
  } finally {
    for (const part of parts) part.inert = false;
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
  }
}
