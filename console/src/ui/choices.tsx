import type { ComponentChildren } from 'preact';

/** Buttons of which one is pressed. */
export const Choices = <T,>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [value: T, label: ComponentChildren])[];
  chosen: T;
  onChoose: (value: T) => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a flex container in every browser
  <div class="filters" role="group" aria-label={label}>
    {options.map(([value, text]) => (
      <button
        type="button"
        key={String(value)}
        aria-pressed={value === chosen}
        onClick={() => onChoose(value)}
      >
        {text}
      </button>
    ))}
  </div>
);
