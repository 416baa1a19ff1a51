import type { ComponentProps } from 'preact';
import { withoutBidiControls } from './bidi.ts';
import { Field } from './field.tsx';

/** Chooses one by its name; `none` is the label of the choice of none. */
export const Choice = ({
  options,
  none,
  ...field
}: { options: readonly { id: string; name: string }[]; none: string } & ComponentProps<typeof Field>) => (
  <Field {...field}>
    <option value="">{none}</option>
    {options
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(({ id, name }) => (
        <option key={id} value={id}>
          {withoutBidiControls(name)}
        </option>
      ))}
  </Field>
);
