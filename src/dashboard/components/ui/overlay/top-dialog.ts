import { useSyncExternalStore } from 'react';

/** The open modal dialogs, the topmost last. */
let openDialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setOpen(dialogs: readonly HTMLDialogElement[]): void {
  openDialogs = dialogs;
  for (const listener of listeners) listener();
}

/** Opens a modal dialog above the others; returns a function that closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  setOpen([...openDialogs, dialog]);
  return () => {
    dialog.close();
    setOpen(openDialogs.filter((one) => one !== dialog));
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The topmost modal dialog: nothing outside it can be pressed, or is read out. */
export const useTopDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, () => openDialogs.at(-1));
