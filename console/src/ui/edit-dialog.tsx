import { isClienteleError } from '@clientele/client';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { fieldErrors, messageOf } from './states.tsx';

/** A field of a resource that can be edited. An empty text means null where the field is nullable. */
export type EditableField<Name extends string> = {
  name: Name;
  label: string;
  hint?: string;
  isNullable?: boolean;
  maxLength?: number;
};

type Resource<Name extends string> = { updatedAt: string } & Record<Name, string | null>;
type Patch<Name extends string> = Partial<Record<Name, string | null>>;

/**
 * Edits a resource. A change by somebody else in the meantime is shown, and the reader decides which values to keep.
 * @param save writes the patch unless the resource has changed since `shown`
 * @param read reads the resource as it is now
 */
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
  save: (patch: Patch<Name>, shown: T) => Promise<unknown>;
  read: () => Promise<T>;
  onClose: () => void;
}) {
  const [base, setBase] = useState(shown);
  const [values, setValues] = useState<Patch<Name>>({});
  const [current, setCurrent] = useState<T>();
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const changed = fields.filter(({ name }) => values[name] !== undefined && values[name] !== base[name]);

  async function write(from: T): Promise<void> {
    const names = fields.filter(({ name }) => values[name] !== undefined && values[name] !== from[name]);
    if (names.length === 0) return onClose();
    setSaving(true);
    setError(undefined);
    try {
      await save(Object.fromEntries(names.map(({ name }) => [name, values[name]])) as Patch<Name>, from);
      onClose();
    } catch (failed) {
      if (isClienteleError(failed, 'precondition_failed')) setCurrent(await read().catch(() => undefined));
      setError(failed);
    }
    setSaving(false);
  }

  function takeTheirs(theirs: T): void {
    setBase(theirs);
    setValues({});
    setCurrent(undefined);
    setError(undefined);
  }

  const errors = fieldErrors(error);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void write(current ?? base);
        }}
      >
        {fields.map(({ name, label, hint, isNullable, maxLength }) => (
          <Field
            key={name}
            label={label}
            {...(hint === undefined ? {} : { hint })}
            {...(maxLength === undefined ? {} : { maxLength })}
            required={!isNullable}
            dir="auto"
            value={(values[name] === undefined ? base[name] : values[name]) ?? ''}
            error={errors[name]}
            onInput={({ currentTarget: { value } }) =>
              setValues({ ...values, [name]: isNullable && value.trim() === '' ? null : value })
            }
          />
        ))}
        {current ? (
          <Conflict
            fields={changed}
            values={values}
            current={current}
            onKeep={() => void write(current)}
            onTake={() => takeTheirs(current)}
          />
        ) : (
          <>
            {error !== undefined && Object.keys(errors).length === 0 && (
              <p class="error" role="alert">
                {messageOf(error)}
              </p>
            )}
            <button type="submit" class="primary" disabled={isSaving}>
              Save
            </button>
          </>
        )}
      </form>
    </Dialog>
  );
}

/** Shows both versions of what was edited. */
function Conflict<Name extends string>({
  fields,
  values,
  current,
  onKeep,
  onTake,
}: {
  fields: readonly EditableField<Name>[];
  values: Patch<Name>;
  current: Resource<Name>;
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
        <button type="button" class="primary" onClick={onKeep}>
          Keep mine
        </button>
        <button type="button" onClick={onTake}>
          Take theirs
        </button>
      </div>
    </div>
  );
}
