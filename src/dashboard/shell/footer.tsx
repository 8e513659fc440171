import { lazy, Suspense, useState } from 'react';
import { Button } from '../components/ui/button.js';
import { OWN_NAME } from '../lib/product.js';
import { useApi } from '../lib/server/use-api.js';
import styles from './shell.module.css';

const HelpDialog = lazy(() => import('./support/help-dialog.js').then((m) => ({ default: m.HelpDialog })));

export function Footer() {
  const { data } = useApi('GET /api/version', {});
  const [help, setHelp] = useState(false);
  return (
    <footer className={styles['footer']}>
      <span>Version {data?.version ?? '…'}</span>
      <span className="grow">{OWN_NAME}, the back office for shed builders</span>
      <Button kind="text" small icon="help" onClick={() => setHelp(true)}>
        Help and Support
      </Button>
      {help && (
        <Suspense>
          <HelpDialog version={data?.version ?? ''} build={data?.build ?? ''} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </footer>
  );
}
