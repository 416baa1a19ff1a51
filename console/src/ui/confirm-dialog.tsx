import { useRef, useState } from 'preact/hooks';
import { Dialog, useCloseOnce } from './dialog.tsx';
import { messageOf } from './states.tsx';

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  action,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const [error, setError] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  const isDone = useRef(false);
  const close = useCloseOnce(onClose);

  async function confirm(): Promise<void> {
    setRunning(true);
    try {
      await onConfirm();
      isDone.current = true;
      close();
    } catch (failed) {
      setError(failed);
      setRunning(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose} isOpenerGone={isDone}>
      <p dir="auto">{text}</p>
      {error !== undefined && (
        <p class="error" role="alert">
          {messageOf(error)}
        </p>
      )}
      <button type="button" class="danger" disabled={isRunning} onClick={() => void confirm()}>
        {action}
      </button>
    </Dialog>
  );
}
