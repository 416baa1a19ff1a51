import type { ComponentProps } from 'preact';

/** A button of a row, with the row's name for screen readers. */
export const RowButton = ({
  label,
  of,
  ...button
}: { label: string; of: string } & ComponentProps<'button'>) => (
  <button type="button" {...button}>
    {label}
    <span class="hidden"> {of}</span>
  </button>
);
