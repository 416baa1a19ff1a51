import { isClienteleError } from '@clientele/client';
import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Dialog, useCloseOnce } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';

/** A field of a resource that can be edited. An empty text means null where the field is nullable. */
export type EditableField<Name extends string> = {
  name: Name;
  label: string;
  hint?: string;
  isNullable?: boolean;
  maxLength?: number;
};

type Resource<Name extends string> = { updatedAt: string } & Record<Name, string | null>;
type Values<Name extends string> = Partial<Record<Name, string | null>>;

/** Edits a resource. A change by somebody else in the meantime is shown, and the reader decides which values to keep. */
export function EditDialog<Name extends string, T extends Resource<Name>>({
  title,
  shown,
  fields,
  save,
  read,
  onClose,
}: {
  title: string;
  shown: T;
  fields: readonly EditableField<Name>[];
  /** Writes the patch unless the resource has changed since `shown`. */
  save: (patch: Partial<Pick<T, Name>>, shown: T) => Promise<unknown>;
  /** Reads the resource as it is now. */
  read: () => Promise<T>;
  onClose: () => void;
}) {
  const [base, setBase] = useState(shown);
  const [values, setValues] = useState<Values<Name>>({});
  const [theirs, setTheirs] = useState<T>();
  const close = useCloseOnce(onClose);
  const saving = useMutation({ mutationFn: write, onSuccess: (isDone) => isDone && close() });
  const changedIn = (from: T) =>
    fields.filter(({ name }) => values[name] !== undefined && values[name] !== from[name]);

  /** @returns false if somebody else has changed it since `from` */
  async function write(from: T): Promise<boolean> {
    const changed = changedIn(from);
    if (changed.length === 0) return true;
    // Only nullable fields are ever null.
    const patch = Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
    try {
      await save(patch as Partial<Pick<T, Name>>, from);
      return true;
    } catch (failed) {
      const now = isClienteleError(failed, 'precondition_failed') && (await read().catch(() => undefined));
      if (!now) throw failed;
      setTheirs(now);
      // The answer to our own write was lost, and the retry met its version.
      return changed.every(({ name }) => isSame(values[name], now[name]));
    }
  }

  function take(version: T): void {
    setBase(version);
    setValues({});
    setTheirs(undefined);
    saving.reset();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={theirs ? undefined : 'Save'} sent={saving} onSend={() => saving.mutate(theirs ?? base)}>
        {fields.map(({ isNullable, ...field }) => (
          <Field
            key={field.name}
            {...field}
            required={!isNullable}
            dir="auto"
            value={(values[field.name] === undefined ? base[field.name] : values[field.name]) ?? ''}
            onInput={({ currentTarget: { value } }) =>
              setValues({ ...values, [field.name]: isNullable && value.trim() === '' ? null : value })
            }
          />
        ))}
        {theirs && (
          <div class="conflict" role="alert">
            <p>Somebody else has changed this in the meantime.</p>
            <dl>
              {changedIn(base).map(({ name, label }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>
                    now <q dir="auto">{theirs[name] ?? ''}</q>, yours <q dir="auto">{values[name] ?? ''}</q>
                  </dd>
                </div>
              ))}
            </dl>
            <div class="actions">
              <button type="submit" class="primary" disabled={saving.isPending}>
                Keep mine
              </button>
              <button type="button" disabled={saving.isPending} onClick={() => take(theirs)}>
                Take theirs
              </button>
            </div>
          </div>
        )}
      </Form>
    </Dialog>
  );
}

/** The service stores texts without the spaces around them. */
const isSame = (written: string | null | undefined, stored: string | null) =>
  (written?.trim() ?? null) === stored;
