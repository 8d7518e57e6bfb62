import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

test.each([
  'CASH-1795231820751-FZTNXM',
  '9000000001',
  'x;touch /tmp/another',
  '$(touch another) `id`',
  `it's "quoted" \\ and 'quoted'`,
  'two\nlines',
  '-rf *',
  '~ ! # & | > < ( ) { } [ ] ? ^ %',
  'లక్ష్మి',
  '',
])('a shell reads %j as one word', (text) => {
  const { stdout } = spawnSync('sh', ['-c', `printf '<%s>' ${shellWord(text)}`], {
    encoding: 'utf8',
  })
  expect(stdout).toBe(`<${text}>`)
})

test('a plain word gets no quotes', () => {
  expect(shellWord('CASH-1795231820751-FZTNXM')).toBe('CASH-1795231820751-FZTNXM')
})
