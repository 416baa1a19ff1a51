import { isClienteleError } from '@clientele/client';
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

type Editing<Name extends string, T extends Resource<Name>> = {
  shown: T;
  fields: readonly EditableField<Name>[];
  /** Writes the patch unless the resource has changed since `shown`. */
  save: (patch: Partial<Pick<T, Name>>, shown: T) => Promise<unknown>;
  /** Reads the resource as it is now. */
  read: () => Promise<T>;
};

/** Edits a resource. A change by somebody else in the meantime is shown, and the reader decides which values to keep. */
export function EditDialog<Name extends string, T extends Resource<Name>>({
  title,
  onClose,
  ...editing
}: Editing<Name, T> & { title: string; onClose: () => void }) {
  const { fields } = editing;
  const { base, values, current, error, isSaving, setValues, write, takeTheirs } = useEditing({
    ...editing,
    onDone: useCloseOnce(onClose),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={current ? undefined : 'Save'}
        sent={{ error, isPending: isSaving }}
        fields={fields.map(({ name }) => name)}
        onSend={() => void write(current ?? base)}
      >
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
        {current && (
          <Conflict
            fields={changedIn(fields, values, base)}
            values={values}
            current={current}
            isSaving={isSaving}
            onKeep={() => void write(current)}
            onTake={() => takeTheirs(current)}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** The state of an edit: the values entered, and the version of somebody else once there is a conflict. */
function useEditing<Name extends string, T extends Resource<Name>>({
  shown,
  fields,
  save,
  read,
  onDone,
}: Editing<Name, T> & { onDone: () => void }) {
  const [base, setBase] = useState(shown);
  const [values, setValues] = useState<Values<Name>>({});
  const [current, setCurrent] = useState<T>();
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);

  async function write(from: T): Promise<void> {
    const changed = changedIn(fields, values, from);
    if (changed.length === 0) return onDone();
    setSaving(true);
    setError(undefined);
    try {
      // Only nullable fields are ever null.
      const patch = Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
      await save(patch as Partial<Pick<T, Name>>, from);
      onDone();
    } catch (failed) {
      const isConflict = isClienteleError(failed, 'precondition_failed');
      const now = isConflict ? await read().catch(() => undefined) : current;
      // The answer to our own write was lost, and the retry met its version.
      if (isConflict && now && changed.every(({ name }) => isSame(values[name], now[name]))) return onDone();
      setCurrent(now);
      if (!isConflict || !now) setError(failed);
    }
    setSaving(false);
  }

  function takeTheirs(theirs: T): void {
    setBase(theirs);
    setValues({});
    setCurrent(undefined);
    setError(undefined);
  }

  return { base, values, current, error, isSaving, setValues, write, takeTheirs };
}

const changedIn = <Name extends string>(
  fields: readonly EditableField<Name>[],
  values: Values<Name>,
  from: Resource<Name>,
) => fields.filter(({ name }) => values[name] !== undefined && values[name] !== from[name]);

/** The service stores texts without the spaces around them. */
const isSame = (written: string | null | undefined, stored: string | null) =>
  (written?.trim() ?? null) === stored;

/** Shows both versions of what was edited. */
function Conflict<Name extends string>({
  fields,
  values,
  current,
  isSaving,
  onKeep,
  onTake,
}: {
  fields: readonly EditableField<Name>[];
  values: Values<Name>;
  current: Resource<Name>;
  isSaving: boolean;
  onKeep: () => void;
  onTake: () => void;
}) {
  return (
    <div class="conflict" role="alert">
      <p>Somebody else has changed this in the meantime.</p>
      <dl>
        {fields.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              now <q dir="auto">{current[name] ?? ''}</q>, yours <q dir="auto">{values[name] ?? ''}</q>
            </dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button type="button" class="primary" disabled={isSaving} onClick={onKeep}>
          Keep mine
        </button>
        <button type="button" disabled={isSaving} onClick={onTake}>
          Take theirs
        </button>
      </div>
    </div>
  );
}
