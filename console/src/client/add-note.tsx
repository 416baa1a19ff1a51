import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAddNote } from '../calls/clients.ts';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useKept } from '../ui/kept.ts';

/** Opens the form of a note. A text that is not saved stays, whatever is closed. */
export function AddNote({ clientId }: { clientId: string }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div class="add-note">
      <button ref={opener} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Add note
      </button>
      {isOpen && <NoteForm clientId={clientId} onAdded={close} />}
    </div>
  );
}

function NoteForm({ clientId, onAdded }: { clientId: string; onAdded: () => void }) {
  const [text, setText] = useKept(`note.${clientId}`, '');
  const adding = useAddNote();
  // One text is one note, however often it is sent.
  const key = useMemo(() => crypto.randomUUID(), [text]);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);

  function send(): void {
    adding.mutateAsync({ clientId, content: text, key }).then(
      () => {
        setText('');
        onAdded();
      },
      // Shown by the form.
      () => {},
    );
  }

  return (
    <div ref={form}>
      <Form action="Save note" sent={adding} onSend={send}>
        <Field
          label="Note"
          name="content"
          rows={4}
          required
          dir="auto"
          hint="The first line becomes the subject."
          value={text}
          readOnly={adding.isPending}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Form>
    </div>
  );
}
