import { beforeEach, expect, test } from 'vitest'
import { add, deps, fakeOutbox, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { json, type StandInServer } from '../../../test/stand-in-server.ts'
import { sendDue } from './pass.ts'

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
})

test.each([
  ['a step is left', []],
  ['no step is left', ['customer']],
])(
  'an entry that an earlier epoch has acknowledged waits for the comparison: %s',
  async (_case, done) => {
    add('a', '7')
    fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({ ...entry, done, epoch: 'first' }))
    const { stoppedBy, nextAttemptAt } = await sendDue({ ...deps, epoch: 'second' })
    expect({ stoppedBy, nextAttemptAt }).toEqual({
      stoppedBy: 'epoch-ended',
      nextAttemptAt: undefined,
    })
    expect(fakeOutbox.entries).toMatchObject([{ id: 'a', state: 'waiting', attempts: 0, done }])
    expect(server.sent).toEqual([])
  },
)

test.each([
  ['of the same epoch', 'first'],
  ['of a phone that does not know the epoch', undefined],
])('an acknowledged entry is received in a pass %s', async (_case, epoch) => {
  add('a', '7')
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({
    ...entry,
    done: ['customer'],
    epoch: 'first',
  }))
  await sendDue({ ...deps, epoch })
  expect(fakeOutbox.entries).toEqual([])
})

test('when the server answers that its epoch has ended, the pass makes no further call', async () => {
  const ended = json({ error: { code: 'epoch-ended', message: 'Compare first.' } }, 409)
  server.answer('PUT /api/customers/7', ended)
  add('a', '7')
  add('b', '8')
  expect((await sendDue(deps)).stoppedBy).toBe('epoch-ended')
  expect(server.sent.map(({ key }) => key)).toEqual(['a:customer'])
  expect(fakeOutbox.entries.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})
