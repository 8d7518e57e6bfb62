import { MOST_LATER_PHOTOS } from '@veni/domain/work'
import { describe, expect, test } from 'vitest'
import { dealWithLater, newUrl, TAKEN_AT } from '../../../test/fixtures/later-photos.ts'
import { newStoredPhoto } from '../../../test/fixtures/records.ts'
import { useLaterPhotos } from '../../../test/setup/later-photos.ts'
import { opsWays } from '../../../test/setup/ops.ts'

describe.each(opsWays)('a photo that was taken after its deal, %s', (_, way) => {
  const { server, customer, send, linesOf, rowsOf } = useLaterPhotos(way)

  test('that has a number for the second time is the last one: the phone had lost the first', async () => {
    const { entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    const lost = newUrl()
    await send(withLater({ url: lost }), { packet: lost })
    const url = await newStoredPhoto(server.deps)
    const again = withLater({ url, reason: '413' })
    expect((await send(again, { packet: url })).result).toMatchObject({ outcome: 'recorded' })
    const lines = await linesOf(name)
    expect(lines).toContain('  packet photo: received')
    expect(lines.join()).toContain('! packet photo replaced after the deal 2 times')
    const rows = [
      { number: 1, url: lost, reason: 'photo-lost' },
      { number: 2, url, reason: '413', takenAt: new Date(TAKEN_AT) },
    ]
    expect(await rowsOf(name)).toMatchObject(rows)
    // Neither is stored again, whichever the phone sends.
    await send(again, { packet: url })
    await send(withLater({ url: lost }), { packet: lost })
    expect(await rowsOf(name)).toMatchObject(rows)
  })

  test('is stored with the record, before its upload: no backup has the photo without its address', async () => {
    const { entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    const url = newUrl()
    expect((await send(withLater({ url }))).result).toMatchObject({ outcome: 'recorded' })
    expect(await rowsOf(name)).toMatchObject([{ number: 1, url }])
    await send(withLater({ url }), { packet: url })
    expect(await rowsOf(name)).toHaveLength(1)
  })

  test('whose address the phone does not know yet is not stored', async () => {
    const { entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    await send(withLater())
    expect(await rowsOf(name)).toEqual([])
  })

  test('is stored 20 times at most', async () => {
    const { entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    for (let photo = 0; photo <= MOST_LATER_PHOTOS; photo++) {
      const url = newUrl()
      await send(withLater({ url }), { packet: url })
    }
    expect((await rowsOf(name)).map(({ number }) => number)).toEqual(
      Array.from({ length: MOST_LATER_PHOTOS }, (_one, at) => at + 1),
    )
  })
})
