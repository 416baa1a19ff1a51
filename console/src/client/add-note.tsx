import { useMemo, useRef } from 'preact/hooks';
import { useAddNote } from '../calls/clients.ts';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useKept } from '../ui/kept.ts';

/** The form of a note, folded up. A text that is not saved stays, whatever is closed. */
export function AddNote({ clientId }: { clientId: string }) {
  const [text, setText] = useKept(`note.${clientId}`, '');
  const adding = useAddNote();
  // One text is one note, however often it is sent.
  const key = useMemo(() => crypto.randomUUID(), [text]);
  const fold = useRef<HTMLDetailsElement>(null);

  function onSuccess(): void {
    setText('');
    if (fold.current) fold.current.open = false;
    fold.current?.querySelector('summary')?.focus();
  }

  return (
    <details
      ref={fold}
      class="add-note"
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.querySelector('textarea')?.focus()}
    >
      <summary>Add note</summary>
      <Form
        action="Save note"
        sent={adding}
        onSend={() => adding.mutate({ clientId, content: text, key }, { onSuccess })}
      >
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
    </details>
  );
}
