import { useEffect } from 'preact/hooks';

/** True where typing means text and not a command. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');

/** The name under which the browser keeps it. */
export const keysSetting = 'clientele.keys';

/** False where the reader has switched off the keys that are a single character (WCAG 2.1.4). */
export const areKeysOn = (): boolean => localStorage.getItem(keysSetting) !== 'off';

export const switchKeys = (isOn: boolean): void => localStorage.setItem(keysSetting, isOn ? 'on' : 'off');

/** Runs commands by key while the component is shown, unless the reader types or a modal dialog is open. */
export function useKeys(commands: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog:modal')) return;
      if (event.key.length === 1 && !areKeysOn()) return;
      commands[event.key]?.(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** Moves the focus by the arrow keys to the first link of the next or previous row, at first to the first row. */
export function useArrows(rows: string): void {
  const move = (step: number) => (event: KeyboardEvent) => {
    event.preventDefault();
    const shown = [...document.querySelectorAll(rows)];
    const current = shown.findIndex((row) => row.contains(document.activeElement));
    shown[Math.max(0, current + step)]?.querySelector('a')?.focus();
  };
  useKeys({ ArrowDown: move(1), ArrowUp: move(-1) });
}
