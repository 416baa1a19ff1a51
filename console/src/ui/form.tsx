import { type ComponentChildren, createContext } from 'preact';
import { useRef } from 'preact/hooks';
import { ErrorLine, fieldErrors } from './states.tsx';

/** The errors of the form around a field, by the names of its fields. */
export const FormErrors = createContext<Record<string, string>>({});

/**
 * A form with the button that sends it. Why it was refused is shown at its fields, or above the button.
 * @param action the label of the button; undefined where the children have buttons in its place
 * @param isReady false while something that the form needs is missing
 * @param beside more buttons
 */
export function Form({
  action,
  sent: { error, isPending },
  isReady = true,
  beside,
  onSend,
  children,
}: {
  action: string | undefined;
  sent: { error: unknown; isPending: boolean };
  isReady?: boolean;
  beside?: ComponentChildren;
  onSend: (form: FormData, submitter: HTMLElement | null) => void;
  children: ComponentChildren;
}) {
  const errors = fieldErrors(error);
  const refused = Object.keys(errors);
  const form = useRef<HTMLFormElement>(null);
  const isShown = refused.length > 0 && refused.every((field) => form.current?.elements.namedItem(field));
  return (
    <FormErrors.Provider value={errors}>
      <form
        ref={form}
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          onSend(new FormData(event.currentTarget), event.submitter);
        }}
      >
        {children}
        <ErrorLine error={isShown ? null : error} />
        {action !== undefined && (
          <div class="actions">
            <button type="submit" class="primary" disabled={isPending || !isReady}>
              {action}
            </button>
            {beside}
          </div>
        )}
      </form>
    </FormErrors.Provider>
  );
}
