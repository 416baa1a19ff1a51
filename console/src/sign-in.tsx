import { useState } from 'preact/hooks';

const form = /^sk_live_[0-9A-Za-z]{32}$/;

/** Asks for a token. */
export function SignIn({
  reason,
  onToken,
}: {
  reason?: string | undefined;
  onToken: (token: string) => void;
}) {
  const [isWrong, setWrong] = useState(false);
  return (
    <main class="sign-in">
      <h1>Clientele</h1>
      {reason && <p role="alert">{reason}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
          if (form.test(token)) onToken(token);
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
          {isWrong ? 'A token is sk_live_ and 32 letters and digits.' : 'It stays in this browser tab.'}
        </p>
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </main>
  );
}
