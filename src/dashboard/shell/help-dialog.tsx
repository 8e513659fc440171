import { Dialog } from '../components/dialog.js';
import { PRODUCT } from '../lib/product.js';

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K or ⌘ K', 'Search screens, orders and invoices'],
  ['Tab, Shift Tab', 'Next and previous control'],
  ['Enter', 'Search, save, follow a link'],
  ['Space', 'Select a row, tick a box'],
  ['↑ ↓ Home End', 'Move in menus and tabs; change a number by a step'],
  ['Escape', 'Close a dialog or menu'],
];

/** What to know when stuck: the version to name, the keys, the API. */
export function HelpDialog({ version, build, onClose }: { version: string; build: string; onClose: () => void }) {
  return (
    <Dialog title="Help and Support" onClose={onClose}>
      <p>
        {PRODUCT} {version} (build {build}). Name this version, and the request number of an error, when you ask for
        help.
      </p>
      <p>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          API documentation
        </a>
      </p>
      <h3>Keyboard</h3>
      <dl className="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
