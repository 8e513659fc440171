import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { RecoveryCodes } from '../recovery-codes.js';

/** Shows new recovery codes. */
export const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog
    title="Your recovery codes"
    size="medium"
    footer={
      <Button kind="primary" onClick={onClose}>
        I have saved them
      </Button>
    }
    onClose={onClose}
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
);
