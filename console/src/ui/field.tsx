import type { ComponentProps } from 'preact';
import { useContext, useEffect, useId, useRef } from 'preact/hooks';
import { FormErrors } from './form.tsx';

/**
 * A labelled input with the reason why its value was refused, as the form around it knows. Of the fields that were refused, the first takes the focus.
 * @param rows given for a text of several lines
 */
export function Field({
  label,
  name,
  hint,
  rows,
  ...input
}: { label: string; name: string; hint?: string; rows?: number } & ComponentProps<'input'>) {
  const error = useContext(FormErrors)[name];
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // A text area takes the same props, as far as they are used.
  const Control = (rows === undefined ? 'input' : 'textarea') as 'input';
  useEffect(() => {
    const { current } = field;
    if (error && current === current?.form?.querySelector('[aria-invalid="true"]')) current?.focus();
  }, [error]);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Control
        ref={field}
        id={id}
        name={name}
        aria-invalid={error !== undefined}
        {...(described === '' ? {} : { 'aria-describedby': described })}
        {...(rows === undefined ? {} : { rows })}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="error">
          {error}
        </p>
      )}
    </div>
  );
}
