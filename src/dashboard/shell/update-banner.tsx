import { Button } from '../components/ui/button.js';
import { mayLeave } from '../lib/queue/unsaved.js';
import { useApi } from '../lib/server/use-api.js';
import styles from './shell.module.css';

const CHECK_MS = 300_000;

/** The page's build ID, embedded at build time; absent in a page that was not built. */
const ownBuild = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'dev';

/** Announces that the server's build differs from this page's, and offers to reload. */
export function UpdateBanner() {
  const { data } = useApi('GET /api/version', {}, { refreshInterval: CHECK_MS });
  if (!data || ownBuild === 'dev' || data.build === ownBuild) return null;
  const update = async () => {
    if (await mayLeave()) window.location.reload();
  };
  return (
    <div className={styles['banner']} role="status">
      <p>A new version of the product is available. Please update at your earliest convenience.</p>
      <Button kind="primary" small onClick={() => void update()}>
        Update Now
      </Button>
    </div>
  );
}
