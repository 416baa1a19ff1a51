import { useMutation } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';
import { Dialog, useCloseOnce } from './dialog.tsx';
import { ErrorLine } from './states.tsx';

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
  const isDone = useRef(false);
  const close = useCloseOnce(onClose);
  const { error, isPending, mutate } = useMutation({
    mutationFn: onConfirm,
    onSuccess: () => {
      isDone.current = true;
      close();
    },
  });
  return (
    <Dialog title={title} onClose={onClose} isOpenerGone={isDone}>
      <p dir="auto">{text}</p>
      <ErrorLine error={error} />
      <button type="button" class="danger" disabled={isPending} onClick={() => mutate()}>
        {action}
      </button>
    </Dialog>
  );
}
