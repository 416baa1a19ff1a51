import type { ComponentProps } from 'preact';

type Props = ComponentProps<'button'>;

/** A button that sends no form. */
export const Button = (button: Props) => <button type="button" {...button} />;

/** The button of what a page is for. */
export const Primary = (button: Props) => <Button class="primary" {...button} />;

/** A button that does not stand out. */
export const Quiet = (button: Props) => <Button class="quiet" {...button} />;

/** A button of a row, with the row's name for screen readers. */
export const RowButton = ({ label, of, ...button }: { label: string; of: string } & Props) => (
  <Button {...button}>
    {label}
    <span class="hidden"> {of}</span>
  </Button>
);
