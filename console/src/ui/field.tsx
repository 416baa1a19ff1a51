import type { ComponentProps } from 'preact';
import { useContext, useEffect, useId, useRef } from 'preact/hooks';
import { FormErrors } from './form.tsx';

/**
 * A labelled input with the reason why its value was refused, as the form around it knows. Of the fields that were refused, the first takes the focus.
 * @param rows given for a text of several lines
 * @param children the options of a choice
 */
export function Field({
  label,
  name,
  hint,
  rows,
  ...control
}: { label: string; name: string; hint?: string; rows?: number } & ComponentProps<'input'>) {
  const error = useContext(FormErrors)[name];
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The others take the same props, as far as they are used.
  const Control = (control.children ? 'select' : rows === undefined ? 'input' : 'textarea') as 'input';
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
        {...control}
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
