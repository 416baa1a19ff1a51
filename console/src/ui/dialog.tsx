import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** Returns `onClose` for a late answer: it does nothing once the dialog has been closed, and another may be open. */
export function useCloseOnce(onClose: () => void): () => void {
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  return () => {
    if (isOpen.current) onClose();
  };
}

/**
 * A modal dialog. The first field of its form gets the focus. Esc and the button close it, and the focus returns to where it was.
 * @param isOpenerGone true once what opened it is about to go, such as the row of something deleted: the focus then
 *   moves to the page
 */
export function Dialog({
  title,
  onClose,
  isOpenerGone,
  children,
}: {
  title: string;
  onClose: () => void;
  isOpenerGone?: { readonly current: boolean };
  children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    return () =>
      // Behind an open dialog nothing takes the focus: only once it has been removed.
      queueMicrotask(() => {
        const isThere = !isOpenerGone?.current && before instanceof HTMLElement && before.isConnected;
        (isThere ? before : document.getElementById('main'))?.focus();
      });
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => ref.current?.close()}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
