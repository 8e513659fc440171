import { useSyncExternalStore } from 'react';

/** The open modal dialogs, the topmost last. */
let openDialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setOpen(dialogs: readonly HTMLDialogElement[]): void {
  openDialogs = dialogs;
  for (const listener of listeners) listener();
}

/**
 * Opens a modal dialog above the others; returns a function that closes it. Until then it stays open: browsers close a
 * dialog at a repeated Escape, whatever the answer to the first.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const stayOpen = () => {
    if (!dialog.open) for (const one of openDialogs.slice(openDialogs.indexOf(dialog))) show(one);
  };
  show(dialog);
  setOpen([...openDialogs, dialog]);
  dialog.addEventListener('close', stayOpen);
  return () => {
    dialog.removeEventListener('close', stayOpen);
    dialog.close();
    setOpen(openDialogs.filter((one) => one !== dialog));
  };
}

/** Puts a dialog above all others, with the messages in it, and the focus where it begins. */
function show(dialog: HTMLDialogElement): void {
  if (!dialog.isConnected) return; // it is about to be forgotten
  dialog.close();
  dialog.showModal();
  for (const box of dialog.querySelectorAll<HTMLElement>(':popover-open')) {
    box.hidePopover();
    box.showPopover();
  }
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The topmost modal dialog: nothing outside it can be pressed, or is read out. */
export const useTopDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, () => openDialogs.at(-1));
