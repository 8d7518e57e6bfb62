import { expect, onTestFinished, test, vi } from 'vitest'
import { shareFile } from './hand-out-file.ts'

/** @returns what the phone does with a file, in order */
function givePhone(canShare: boolean, share: () => Promise<void>): readonly string[] {
  const done: string[] = []
  const given = {
    canShare: () => canShare,
    share: () => {
      done.push('share')
      return share()
    },
  }
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(navigator, name, { value, configurable: true })
  onTestFinished(() => {
    for (const name of Object.keys(given)) Reflect.deleteProperty(navigator, name)
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    done.push(`download ${this.download}`)
  })
  return done
}

const succeed = () => Promise.resolve()
const failWith = (name: string) => () => Promise.reject(new DOMException('', name))
const download = 'download deals.json'

test.each([
  ['a phone that can share files shares it', true, succeed, ['share']],
  ['a closed share sheet starts no download', true, failWith('AbortError'), ['share']],
  [
    'a sheet that does not open is replaced by a download',
    true,
    failWith('NotAllowedError'),
    ['share', download],
  ],
  ['a phone that cannot share files downloads it', false, succeed, [download]],
])('a file: %s', async (_title, canShare, share, expected) => {
  const done = givePhone(canShare, share)
  await shareFile(new File(['deals'], 'deals.json', { type: 'application/json' }))
  expect(done).toEqual(expected)
})
