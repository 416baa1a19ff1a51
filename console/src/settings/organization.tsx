import { useState } from 'preact/hooks';
import { type Organization, useMay } from '../api.ts';
import {
  useEditOrganization,
  useOrganization,
  useSettings,
  useUpdateSettings,
} from '../calls/organization.ts';
import { Button } from '../ui/button.tsx';
import { EditDialog } from '../ui/edit-dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { Show } from '../ui/query.tsx';
import { ErrorLine } from '../ui/states.tsx';

/** The name and the defaults of the organization, and its consent to the language model. */
export const OrganizationPart = () => (
  <>
    <Profile />
    <LanguageModel />
  </>
);

function LanguageModel() {
  const settings = useSettings();
  const { error, isPending, mutate } = useUpdateSettings();
  const mayWrite = useMay('organization:write');
  return (
    <Show of={settings} what="the settings">
      {({ usesLanguageModel }) => (
        <section class="panel">
          <label>
            <input
              type="checkbox"
              checked={usesLanguageModel}
              disabled={!mayWrite || isPending}
              onChange={({ currentTarget: { checked } }) => mutate({ usesLanguageModel: checked })}
            />{' '}
            Let a language model pick wins and frictions
          </label>
          <p class="hint">
            The newest activities of every client are sent to the language model that the administrator has
            set up, if there is one. Verdicts and figures are computed without it.
          </p>
          <ErrorLine error={error} />
        </section>
      )}
    </Show>
  );
}

function Profile() {
  const organization = useOrganization();
  const mayWrite = useMay('organization:write');
  const [isEditing, setEditing] = useState(false);
  return (
    <Show of={organization} what="the organization">
      {(read) => (
        <section class="panel">
          <Facts
            of={[
              ['Name', read.name],
              ['Slug', read.slug],
              ['Time zone', read.defaultTimezone],
              ['Currency', read.defaultCurrency],
              ['Plan', read.plan],
            ]}
          />
          {mayWrite && <Button onClick={() => setEditing(true)}>Edit</Button>}
          {isEditing && <EditOrganization shown={read} onClose={() => setEditing(false)} />}
        </section>
      )}
    </Show>
  );
}

const fields = [
  { name: 'name', label: 'Name', maxLength: 255 },
  { name: 'defaultTimezone', label: 'Time zone', hint: 'A name such as Europe/Berlin.' },
  { name: 'defaultCurrency', label: 'Currency', hint: 'A code such as EUR.', maxLength: 3 },
] as const;

const EditOrganization = (props: { shown: Organization; onClose: () => void }) => (
  <EditDialog title="Edit the organization" fields={fields} {...useEditOrganization()} {...props} />
);
