/** The script of `index.html`, which says how to run it. */
import { createClient, isClienteleError, type Outputs, versionOf } from '@clientele/client';

type Client = Outputs['clients']['list']['data'][number];

const connection = find('#connection', HTMLFormElement);
const list = find('ul', HTMLUListElement);
const more = find('#more', HTMLButtonElement);
const status = find('output', HTMLOutputElement);
const row = find('template', HTMLTemplateElement);

let api = createClient('', '');
let cursor: string | null = null;

// In your own app, use a user key with only the permissions that the page needs, obtained by signing in.
onSubmit(connection, async ({ url = '', token = '' }) => {
  // Nobody watches a page wait for a rate limit, so report it immediately.
  api = createClient(url, token, { attempts: 1 });
  cursor = null;
  list.replaceChildren();
  return showMore();
});

more.addEventListener('click', () => attempt(showMore));

async function showMore(): Promise<string> {
  const { data, meta } = await api.clients.list.query({ limit: 20, ...(cursor !== null && { cursor }) });
  list.append(...data.map(rowOf));
  cursor = meta.cursor;
  more.hidden = !meta.hasMore;
  return `${list.childElementCount} clients`;
}

function rowOf(client: Client): Node {
  let shown = client;
  const fragment = document.importNode(row.content, true);
  find('input', HTMLInputElement, fragment).value = client.name;
  find('span', HTMLSpanElement, fragment).textContent = client.domain;
  onSubmit(find('form', HTMLFormElement, fragment), async ({ name }) => {
    // Update only the version that is shown, not one that somebody else has saved since.
    const context = { ifMatch: versionOf(shown) };
    const { data } = await api.clients.update.mutate({ clientId: client.id, name }, { context });
    shown = data;
    return `Saved ${data.name}`;
  });
  return fragment;
}

/** Runs an action that calls the service, and shows the result. */
async function attempt(work: () => Promise<string>): Promise<void> {
  status.className = '';
  status.value = 'One moment…';
  try {
    status.value = await work();
  } catch (error) {
    status.className = 'failed';
    status.value = explain(error);
  }
}

/** Returns the message to show for a failed call. */
function explain(error: unknown): string {
  if (!isClienteleError(error)) throw error;
  const answer = error.data?.error;
  // Without its origin in CORS_ORIGINS, the page cannot read any answer.
  if (!answer) return `No answer: is the service there, and ${location.origin} in its CORS_ORIGINS?`;
  const { code, message, details } = answer;
  if (code === 'invalid_argument') return Object.values(details ?? {}).join(' ');
  if (code === 'rate_limited') return `Too many requests. Try again in ${details?.retry_after_seconds} s.`;
  if (code === 'precondition_failed') return 'Somebody else has changed it. Show the clients again.';
  return message;
}

function onSubmit(form: HTMLFormElement, work: (fields: Record<string, string>) => Promise<string>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    void attempt(() => work(Object.fromEntries(fields)));
  });
}

function find<T extends Element>(selector: string, type: new () => T, within: ParentNode = document): T {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}.`);
  return found;
}
