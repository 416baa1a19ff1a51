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

test('bash completes groups, their commands and their options', () => {
  const script = `${wordsReader}
    source <(clientele completion bash)
    for COMP_LINE in 'clientele tok' 'clientele token r' 'clientele rule create --int'; do
      COMP_WORDS=($COMP_LINE); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_POINT=\${#COMP_LINE}
      __clientele_complete 2>/dev/null
      echo "\${COMPREPLY[@]}"
    done`;
  const env = { ...process.env, PATH: `${directory}:${process.env.PATH}` };
  const offered = execFileSync('bash', ['-c', script], { env, encoding: 'utf8' });
  expect(offered).toBe('token\nrevoke rotate\n--integration\n');
});
