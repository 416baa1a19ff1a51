import type { ComponentProps } from 'preact';
import { useId } from 'preact/hooks';
import type { ClientOverview } from '../api.ts';
import { withoutBidiControls } from './bidi.ts';

/**
 * Chooses a client by its name.
 * @param none the choice of no client
 */
export function ClientChoice({
  clients,
  none,
  ...select
}: { clients: readonly ClientOverview[]; none: string } & ComponentProps<'select'>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Client</label>
      <select id={id} {...select}>
        <option value="">{none}</option>
        {clients
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
