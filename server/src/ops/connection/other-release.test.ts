import * as v from 'valibot'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { storeRunners } from '../../../test/fixtures/records.ts'
import { useServer } from '../../../test/setup/server.ts'
import { listRunnersTask } from '../runners/runner-tasks.ts'
import { callServer } from './socket-client.ts'
import { opsSocketPath } from './socket-protocol.ts'
import { startOpsSocket } from './socket-server.ts'

describe('a command that meets a running server of another release', () => {
  const server = useServer('embedded')
  beforeAll(() => storeRunners(server.deps.db))

  test.each([
    ['a task that the server does not have', { name: 'list-shops' }, {}],
    ['an input with another content', {}, null],
    ['items with another content', { item: v.object({ shop: v.string() }) }, {}],
    ['a report with another content', { report: v.object({ shops: v.number() }) }, {}],
  ])('says so: %s', async (_, changes, input) => {
    const socket = await startOpsSocket(server.deps)
    onTestFinished(() => socket.close())
    const called = callServer(opsSocketPath(server.deps.config.dataDir), {
      task: { ...listRunnersTask, ...changes } as typeof listRunnersTask,
      input: input as object,
      bytes: (async function* () {})(),
      onItem: () => undefined,
    })
    await expect(called).rejects.toThrow(
      'The running server is of another release than this command. Restart it, and run the command again.',
    )
  })
})
