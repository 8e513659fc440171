import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Button } from '../components/ui/button.js';
import { OWN_NAME } from '../lib/product.js';
import { useApi } from '../lib/server/use-api.js';
import styles from './shell.module.css';
import { loadLazily } from '../components/ui/load-lazily.js';

const HelpDialog = loadLazily(() => import('./support/help-dialog.js').then((m) => m.HelpDialog));

/** Every screen's footer. The address of an answered ticket (`?help=tickets`) opens the help with the user's tickets. */
export function Footer() {
  const { data } = useApi('GET /api/version', {});
  const [help, setHelp] = useState(false);
  const [path, go] = useLocation();
  const showsTickets = new URLSearchParams(useSearch()).get('help') === 'tickets';
  const close = () => {
    setHelp(false);
    if (showsTickets) go(path, { replace: true });
  };
  return (
    <footer className={styles['footer']}>
      <span>Version {data?.version ?? '…'}</span>
      <span className="grow">{OWN_NAME}, the back office for shed builders</span>
      <Button kind="text" small icon="help" onClick={() => setHelp(true)}>
        Help and Support
      </Button>
      {(help || showsTickets) && (
        <HelpDialog
          version={data?.version ?? ''}
          build={data?.build ?? ''}
          showsTickets={showsTickets}
          onClose={close}
        />
      )}
    </footer>
  );
}
