import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { atEndOfFile } from './cleanup.ts';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { dovecotPath } from './installed.ts';
import { answers } from './services.ts';

export const password = 'correct-horse-battery-staple';

/**
 * Starts Dovecot on free ports with its files in a temporary folder, and stops it at the end of the test file. Every
 * user has the same password, and a mailbox from the first login on.
 * @param names the subject alternative names of its certificate
 */
export async function startDovecot(names = 'DNS:localhost,IP:127.0.0.1') {
  const home = temporaryFolder();
  /** The port of implicit TLS, and that of plain text and STARTTLS. */
  const ports = { implicit: await freePort(), plain: await freePort() };
  chmodSync(home, 0o755);
  mkdirSync(join(home, 'run'));
  mkdirSync(join(home, 'mail'));
  const { uid, gid } = mailOwner();
  chownSync(join(home, 'mail'), uid, gid);
  makeCertificate(home, names);
  const configuration = join(home, 'dovecot.conf');
  writeFileSync(configuration, configurationOf(home, ports));

  const server = spawn(dovecotPath, ['-F', '-c', configuration], { stdio: 'ignore', detached: true });
  const exited = once(server, 'exit');
  while (!(await answers('tcp://127.0.0.1', ports.plain))) {
    if (server.exitCode !== null) throw new Error(readFileSync(join(home, 'log'), 'utf8'));
    await setTimeout(20);
  }
  // Its processes are a group, and serve open sessions for a while if only the first one ends.
  const group = -(server.pid ?? expect.fail());
  atEndOfFile(async () => {
    process.kill(group, 'SIGKILL');
    await exited;
  });
  const doveadm = (...words: string[]) =>
    execFileSync('doveadm', ['-c', configuration, ...words], {
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });

  return {
    ports,
    /** The certificate in PEM, which signs itself. */
    ca: readFileSync(join(home, 'cert.pem'), 'utf8'),
    /** Delivers a message to a mailbox, as the server does when mail arrives. */
    deliver(user: string, mail: string, mailbox = 'INBOX') {
      execFileSync('doveadm', ['-c', configuration, 'save', '-u', user, '-m', mailbox], { input: mail });
    },
    /** Delivers many messages to the inbox at once. */
    deliverAll(user: string, mails: readonly string[]) {
      // doveadm saves one message at a time; it copies those of a folder quickly.
      const folder = join(home, 'source', user);
      for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(folder, part), { recursive: true });
      for (const [index, each] of mails.entries())
        writeFileSync(join(folder, 'new', `${1e9 + index}.mail`), each);
      execFileSync('chown', ['-R', `${mailOwner().uid}`, join(home, 'source')]);
      doveadm('import', '-u', user, `maildir:${folder}`, '', 'all');
    },
    /** Runs `doveadm` for a user. */
    doveadm: (user: string, command: string, ...words: string[]) => doveadm(command, '-u', user, ...words),
    /** The number of sessions of a user. */
    sessions: (user: string) =>
      doveadm('who', '-1')
        .split(/\n/)
        .filter((line) => line.startsWith(`${user} `)).length,
  };
}

const isRoot = userInfo().uid === 0;

/** The owner of the mail: this user, or nobody in place of root, to whom Dovecot gives no mail. */
const mailOwner = () => (isRoot ? { uid: 65_534, gid: 65_534 } : userInfo());

/** Makes a certificate that signs itself. */
function makeCertificate(home: string, names: string): void {
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem'];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files];
  execFileSync('openssl', words, { cwd: home, stdio: 'ignore' });
}

const specialMailbox = (name: string) => `mailbox ${name} {
    special_use = \\${name}
    auto = create
  }
  `;

function configurationOf(home: string, { implicit, plain }: { implicit: number; plain: number }): string {
  const { username } = userInfo();
  const { uid, gid } = mailOwner();
  // As root, Dovecot runs its own processes as the users of its package.
  const internal = isRoot
    ? ''
    : `default_internal_user = ${username}
default_internal_group =
default_login_user = ${username}
service anvil {
  chroot =
}`;
  return `
base_dir = ${home}/run
state_dir = ${home}/run
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${home}/cert.pem
ssl_key = <${home}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
${internal}
first_valid_uid = 0
first_valid_gid = 0
mail_uid = ${uid}
mail_gid = ${gid}
mail_location = sdbox:${home}/mail/%u
mail_max_userip_connections = 100
mailbox_list_index = yes
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = home=${home}/mail/%u
}
service imap-login {
${isRoot ? '' : '  chroot ='}
  inet_listener imap {
    port = ${plain}
  }
  inet_listener imaps {
    port = ${implicit}
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  separator = /
  ${['Sent', 'Drafts', 'Junk', 'Trash'].map(specialMailbox).join('')}
}
`;
}
