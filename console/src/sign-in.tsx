import { useState } from 'preact/hooks';
import { stayHours, tokenForm } from './session.ts';
import { Button, Primary } from './ui/button.tsx';

type SignInProps = { reason: string | undefined; onToken: (token: string, stays: boolean) => void };

/** Asks for a token. */
export function SignIn({ reason, onToken }: SignInProps) {
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
            : 'Ask your administrator for one. All open tabs of this browser share it until you close the last one.'}
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

/** Asks whether to sign in with the token of a link. */
export const ChooseSession = ({ onIgnore, onUse }: { onIgnore: () => void; onUse: () => void }) => (
  <main class="sign-in">
    <h1>Clientele</h1>
    <p>This link signs you in with a token. Use it only if you know who sent it.</p>
    <div class="actions">
      <Primary onClick={onIgnore}>Ignore the link</Primary>
      <Button onClick={onUse}>Use the link’s token</Button>
    </div>
  </main>
);
