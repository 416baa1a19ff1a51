import type { UseMutationResult } from '@tanstack/preact-query';
import { useEffect, useRef } from 'preact/hooks';
import { Failure } from './states.tsx';

/** Takes back what has just been done to a row. */
export function Undo<Input>({
  of,
  undoing,
  onUndone,
}: {
  of: Input;
  undoing: Pick<UseMutationResult<unknown, Error, Input>, 'error' | 'isPending' | 'mutate'>;
  onUndone: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  // The row that had the focus is gone.
  useEffect(() => button.current?.focus({ preventScroll: true }), [of]);
  const onSuccess = () => {
    onUndone();
    document.getElementById('main')?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        disabled={undoing.isPending}
        onClick={() => undoing.mutate(of, { onSuccess })}
      >
        Undo
      </button>
      {undoing.error && <Failure error={undoing.error} />}
    </>
  );
}
