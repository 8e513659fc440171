import { Button } from '../components/button.js';
import { useApi } from '../lib/use-api.js';
import { mayLeave } from '../lib/unsaved.js';

const CHECK_MS = 300_000;

/** Says that the server has another build than this page, and offers to load it. */
export function UpdateBanner() {
  const { data } = useApi('GET /api/version', {}, { refreshInterval: CHECK_MS });
  if (!data || data.build === firstBuild(data.build)) return null;
  const update = async () => {
    if (await mayLeave()) window.location.reload();
  };
  return (
    <div className="banner" role="status">
      <p>A new version of the product is available. Please update at your earliest convenience.</p>
      <Button kind="primary" small onClick={() => void update()}>
        Update Now
      </Button>
    </div>
  );
}

let loaded: string | null = null;

/** The build that this page came with: the first one the server named. */
const firstBuild = (build: string): string => (loaded ??= build);
