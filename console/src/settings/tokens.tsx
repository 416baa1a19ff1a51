import { useState } from 'preact/hooks';
import { type Token, useMay, useShared } from '../api.ts';
import { hasEnded, labelOf, useRevokeToken, useRotateToken, useTokens } from '../calls/tokens.ts';
import { formatAgo, formatDate } from '../format.ts';
import { Address } from '../ui/address.tsx';
import { withoutBidiControls } from '../ui/bidi.ts';
import { Primary, RowButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Show } from '../ui/query.tsx';
import { actions, Table } from '../ui/table.tsx';
import { CreateToken } from './create-token.tsx';
import { Secret } from './secret.tsx';

type Opened = { dialog: 'create' } | { dialog: 'rotate' | 'revoke'; token: Token } | undefined;

/** All tokens: who uses them, what they may do, and when they end. */
export function TokensPart() {
  const tokens = useTokens();
  const mayWrite = useMay('tokens:write');
  const [opened, setOpened] = useState<Opened>();
  // Two answers may arrive before the first secret can be shown.
  const [secrets, setSecrets] = useState<readonly string[]>([]);
  const [secret] = secrets;
  const show = (made: string) => setSecrets((others) => [...others, made]);
  const close = () => setOpened(undefined);
  return (
    <section class="panel">
      {mayWrite && <Primary onClick={() => setOpened({ dialog: 'create' })}>New token</Primary>}
      <Show of={tokens} what="the tokens">
        {(list) => <TokenTable tokens={list} onOpen={setOpened} />}
      </Show>
      {opened?.dialog === 'create' && <CreateToken onCreated={show} onClose={close} />}
      {opened?.dialog === 'rotate' && <RotateToken token={opened.token} onRotated={show} onClose={close} />}
      {opened?.dialog === 'revoke' && <RevokeToken token={opened.token} onClose={close} />}
      {secret !== undefined && opened === undefined && (
        <Secret
          key={secret}
          title="The new token"
          secret={secret}
          onClose={() => setSecrets((shown) => shown.slice(1))}
        />
      )}
    </section>
  );
}

function TokenTable({ tokens, onOpen }: { tokens: Token[]; onOpen: (opened: Opened) => void }) {
  const mayWrite = useMay('tokens:write');
  return (
    <Table
      caption="Tokens"
      empty="There are no tokens."
      rows={tokens.toReversed()}
      columns={[
        ['Name', (token) => <Name token={token} />],
        ['State', (token) => <State token={token} />],
        ['Permissions', ({ user, permissions }) => (user ? permissions.join(', ') || 'None' : 'All'), 'wide'],
        ['Created', ({ createdAt }) => formatDate(createdAt), 'wide'],
        ['Last use', ({ lastUsedAt }) => (lastUsedAt ? formatAgo(lastUsedAt) : 'Never'), 'wide'],
        mayWrite && [
          actions,
          (token) =>
            !hasEnded(token) && (
              <span class="actions">
                <RowButton
                  label="Rotate"
                  of={labelOf(token)}
                  onClick={() => onOpen({ dialog: 'rotate', token })}
                />
                <RowButton
                  label="Revoke"
                  of={labelOf(token)}
                  class="danger"
                  onClick={() => onOpen({ dialog: 'revoke', token })}
                />
              </span>
            ),
        ],
      ]}
    />
  );
}

function Name({ token }: { token: Token }) {
  const isInUse = token.id === useShared().session.token.id;
  return (
    <>
      <bdi>{labelOf(token)}</bdi> {isInUse && <span class="badge">In use here</span>}
      <span class="muted">{token.user ? <Address text={token.user.email} /> : 'Organization key'}</span>
    </>
  );
}

function State({ token }: { token: Token }) {
  const { revokedAt, expiresAt } = token;
  if (revokedAt) return <span class="badge bad">Revoked {formatDate(revokedAt)}</span>;
  if (expiresAt === null) return <span class="badge good">Active</span>;
  const isOver = hasEnded(token);
  return (
    <span class={`badge ${isOver ? 'bad' : 'warn'}`}>
      {isOver ? 'Expired' : 'Expires'} {formatDate(expiresAt)}
    </span>
  );
}

/** Replaces a token; the old one stays valid for a day. */
function RotateToken({
  token,
  onRotated,
  onClose,
}: {
  token: Token;
  onRotated: (secret: string) => void;
  onClose: () => void;
}) {
  const rotation = useRotateToken((rotated) => onRotated(rotated.token));
  return (
    <ConfirmDialog
      title="Rotate the token?"
      text={`Creates a new token with the same name, user and permissions. ${withoutBidiControls(labelOf(token))} stays valid for ${overlapHours} more hours.`}
      action="Rotate"
      onConfirm={() => rotation.mutateAsync({ tokenId: token.id, overlapHours })}
      onClose={onClose}
    />
  );
}

const overlapHours = 24;

function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const { session, signOut } = useShared();
  const revocation = useRevokeToken();
  const isOwn = token.id === session.token.id;
  return (
    <ConfirmDialog
      title="Revoke the token?"
      text={`Calls with ${withoutBidiControls(labelOf(token))} are refused at once.${isOwn ? ' You use it here, and will be signed out.' : ''}`}
      action="Revoke"
      onConfirm={async () => {
        await revocation.mutateAsync({ tokenId: token.id });
        if (isOwn) signOut();
      }}
      onClose={onClose}
    />
  );
}
