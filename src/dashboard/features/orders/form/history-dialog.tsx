import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { RecordHistory } from '../../../components/shared/history/record-history.js';
import { type Names, readableHistory } from './order-text.js';

interface HistoryProps {
  readonly id: string;
  readonly serialNumber: string;
  readonly names: Names;
  readonly onClose: () => void;
}

/** Who changed the order and when, with old and new values. */
export const HistoryDialog = ({ id, serialNumber, names, onClose }: HistoryProps) => (
  <Dialog title={`History of ${serialNumber}`} size="large" onClose={onClose}>
    <RecordHistory id={id} words={(entries) => readableHistory(entries, names)} />
  </Dialog>
);
