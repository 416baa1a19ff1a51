import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';

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

/** There a dialog beside the page fills the screen, and what is behind it cannot be reached. */
const narrow = '(max-width: 60rem)';

/**
 * A modal dialog. The first field of its form gets the focus. Esc and the button close it, and the focus returns to where it was.
 * @param isBeside true if the page beside it can be used meanwhile, which then handles Esc, where there is room for both
 * @param isOpenerGone true once what opened it is about to go, such as the row of something deleted: the focus then
 *   moves to the page
 */
export function Dialog({
  title,
  onClose,
  isOpenerGone,
  isBeside = false,
  children,
}: {
  title: string;
  onClose: () => void;
  isOpenerGone?: { readonly current: boolean };
  isBeside?: boolean;
  children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key is pressed.
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (isBeside && !matchMedia(narrow).matches) ref.current?.show();
    else ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    return () =>
      // Behind an open dialog nothing takes the focus: only once it has been removed.
      queueMicrotask(() => {
        const isThere = !isOpenerGone?.current && before !== document.body && before?.isConnected;
        const target = isThere ? before : document.getElementById('main');
        if (target instanceof HTMLElement) target.focus();
      });
  }, []);
  return (
    <dialog ref={ref} class={isBeside ? 'beside' : undefined} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id} dir="auto" aria-live="polite">
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
