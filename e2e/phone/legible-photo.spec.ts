import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeLabelledPhoto } from '../support/labelled-photo.ts'
import { expectOutboxEmpty } from '../support/phone-storage.ts'
import { chooseCash, payByUpi, readInvoiceId, signIn, startDeal } from '../support/runner.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const MOST_BYTES = 120_000

const lines = ['VENI 4070 8822', 'Gurram Lakshmi', 'Black 412 g  Grey 63 g', 'Rs 1589  28.11.2026']

/** @returns the words that the program reads in the photo */
async function readPrintedText(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)('tesseract', [file, 'stdout', '--psm', '11'])
  return stdout.replaceAll(/\s+/g, ' ')
}

for (const { what, strands, grain } of [
  { what: 'a packet in daylight', strands: 150, grain: 6 },
  { what: 'much hair in a dark room', strands: 3_000, grain: 15 },
])
  testAlone(
    `the office reads the label on a photo of ${what} that has 120 KB`,
    async ({ page, ownVeni }) => {
      await signIn(page)
      await startDeal(page, 'Gurram Lakshmi', 412)
      await chooseCash(page)
      const photo = await takeLabelledPhoto(page, { lines, strands, grain })
      expect(photo.buffer.length).toBeGreaterThan(10 * MOST_BYTES)
      await payByUpi(page, 'UPI2611210001', photo)
      await readInvoiceId(page)
      await expectOutboxEmpty(page)

      const folder = join(ownVeni.dataDir, 'photos')
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = found.filter((entry) => entry.isFile() && entry.name.endsWith('.jpg'))
      expect(files).toHaveLength(1)
      const file = join(files[0]!.parentPath, files[0]!.name)
      expect((await readFile(file)).length).toBeLessThanOrEqual(MOST_BYTES)
      const text = await readPrintedText(file)
      for (const word of lines.flatMap((line) => line.split(/\s+/))) expect(text).toContain(word)
    },
  )
