import type { ComponentProps } from 'preact';
import { useId } from 'preact/hooks';
import { withoutBidiControls } from './bidi.ts';

/** Chooses one by its name; `none` is the label of the choice of none. */
export function Choice({
  label,
  options,
  none,
  ...select
}: {
  label: string;
  options: readonly { id: string; name: string }[];
  none: string;
} & ComponentProps<'select'>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} {...select}>
        <option value="">{none}</option>
        {options
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {withoutBidiControls(name)}
            </option>
          ))}
      </select>
    </div>
  );
}
