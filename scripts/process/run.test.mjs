import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const address = JSON.stringify(new URL('run.mjs', import.meta.url).href)

/** @param {string} program of the command that `run` starts */
function startRun(program) {
  const args = JSON.stringify(['-e', program])
  const text = `
    const { run } = await import(${address})
    await run(process.execPath, ${args})
    console.log('goes on')`
  return spawn(process.execPath, ['--input-type=module', '-e', text])
}

test('a SIGTERM ends the command first, and nothing is run after it', async () => {
  const started = startRun(`
    process.on('SIGTERM', () => {
      console.log('ends')
      process.exit(0)
    })
    setInterval(() => undefined, 1_000)
    console.log('ready')`)
  onTestFinished(() => void started.kill('SIGKILL'))
  let output = ''
  started.stdout.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()))
  await expect.poll(() => output).toContain('ready')
  started.kill('SIGTERM')
  const [code, signal] = await once(started, 'close')
  expect({ code, signal, output }).toEqual({
    code: null,
    signal: 'SIGTERM',
    output: 'ready\nends\n',
  })
})
