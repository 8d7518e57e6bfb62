import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

const TEXT = 'INV-1763690400000-KXQRTB'

/** The dark modules as a browser paints them, with one pixel per module. */
function painted({ size, path }: ReturnType<typeof qrPath>): boolean[][] {
  const context = new OffscreenCanvas(size, size).getContext('2d')
  context?.fill(new Path2D(path))
  const alpha = context?.getImageData(0, 0, size, size).data ?? []
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (alpha[(y * size + x) * 4 + 3] ?? 0) > 127),
  )
}

test('the painted path has the same modules as the QR code', () => {
  expect(painted(qrPath(TEXT))).toEqual(encode(TEXT, { ecc: 'M', border: 4 }).data)
})

test('the code has a margin of four light modules, which scanners need', () => {
  const modules = painted(qrPath(TEXT))
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])))
  const last = modules.length - 5
  expect(Math.min(...dark.flat())).toBe(4)
  expect(Math.max(...dark.flat())).toBe(last)
})
