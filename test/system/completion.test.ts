import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const program = resolve('build/programs/cli.js');
const directory = temporaryFolder();
const installed = join(directory, 'clientele');
writeFileSync(installed, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
chmodSync(installed, 0o755);

/** Stands in for the function of that name in the package bash-completion. */
const wordsReader = `_get_comp_words_by_ref() {
  words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur="\${words[cword]}"; prev="\${words[cword - 1]}"
}`;

/** Returns the completions that bash offers when Tab is pressed behind the words. */
function completions(...words: string[]): string[] {
  const script = `${wordsReader}
    source <(clientele completion bash)
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
    __clientele_complete 2>/dev/null
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${directory}:${process.env.PATH}` };
  const answer = execFileSync('bash', ['-c', script, 'bash', 'clientele', ...words], {
    env,
    encoding: 'utf8',
  });
  return answer.split('\n').filter((line) => line !== '');
}

test('bash completes groups, their commands and their options', () => {
  expect(completions('tok')).toEqual(['token']);
  expect(completions('token', 'r')).toEqual(['revoke', 'rotate']);
  expect(completions('rule', 'create', '--int')).toEqual(['--integration']);
});
