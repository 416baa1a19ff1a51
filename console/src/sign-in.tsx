import { useState } from 'preact/hooks';
import { stayHours, tokenForm } from './session.ts';
import { Button, Primary } from './ui/button.tsx';

/** Asks for a token. */
export function SignIn({
  reason,
  onToken,
}: {
  reason?: string | undefined;
  onToken: (token: string, stays: boolean) => void;
}) {
  const [isWrong, setWrong] = useState(false);
  return (
    <main class="sign-in">
      <h1>Clientele</h1>
      {reason && <p role="alert">{reason}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const token = String(form.get('token') ?? '').trim();
          if (tokenForm.test(token)) onToken(token, form.has('stays'));
          else setWrong(true);
        }}
      >
        <label for="token">API token</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          aria-describedby="token-hint"
          aria-invalid={isWrong}
        />
        <p id="token-hint" class={isWrong ? 'error' : 'hint'} aria-live="polite">
          {isWrong
            ? 'A token starts with sk_live_, followed by 32 letters and digits.'
            : 'All open tabs of this browser share it until you close the last one.'}
        </p>
        <label>
          <input type="checkbox" name="stays" /> Stay signed in on this device for {stayHours} hours
        </label>
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </main>
  );
}

/** Asks whether the token of a link replaces the one in use. */
export const ChooseSession = ({ onStay, onSwitch }: { onStay: () => void; onSwitch: () => void }) => (
  <main class="sign-in">
    <h1>Clientele</h1>
    <p>You are signed in, and this link contains a different token. Use it only if you know who sent it.</p>
    <div class="actions">
      <Primary onClick={onStay}>Stay signed in</Primary>
      <Button onClick={onSwitch}>Use the link’s token</Button>
    </div>
  </main>
);
