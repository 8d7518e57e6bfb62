import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from './process.ts'

const BUSY_S = 1

/** Keeps a processor busy, says so, and ends with its parent. */
const worker = `
  while (process.cpuUsage().user < ${BUSY_S * 1e6});
  process.once('disconnect', () => process.exit())
  process.send('ready')`
const program = `
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc']
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['-e', ${JSON.stringify(worker)}], { stdio })
    .once('message', () => console.log('http://started'))`

test('the processor time of a program has that of a process which it has started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veni-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const started = await startProgram(['-e', program], { folder })
  expect(started.processorSeconds()).toBeGreaterThanOrEqual(BUSY_S)
  await started.stop()
})
