import { useState } from 'preact/hooks';
import { Primary } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Shows a new secret, once. */
export function Secret({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  const [outcome, setOutcome] = useState('');
  // Only on HTTPS and localhost; elsewhere it can be selected.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Copy it now: it is shown only once.</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <div class="actions">
        {clipboard && (
          <Primary
            onClick={() =>
              void clipboard.writeText(secret).then(
                () => setOutcome('Copied.'),
                () => setOutcome('The browser did not allow copying. Select the secret and copy it.'),
              )
            }
          >
            Copy
          </Primary>
        )}
        <span role="status">{outcome}</span>
      </div>
    </Dialog>
  );
}
