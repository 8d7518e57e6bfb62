import { writeFile } from 'node:fs/promises'
import { packetPhoto } from '../support/photo.ts'
import { expect, test as base } from '../support/fixtures/test.ts'
import { openWebKit } from '../support/browsers/webkit.ts'
import type { Person } from '../support/browsers/webdriver.ts'

const test = base.extend<{ person: Person }>({
  person: async ({}, use) => {
    const person = await openWebKit()
    await use(person)
    await person.leave()
  },
})

test('a runner pays for 100 g of black hair in WebKit too, from sign-in to invoice', async ({
  person,
  veni,
}, testInfo) => {
  const photo = testInfo.outputPath(packetPhoto.name)
  await writeFile(photo, packetPhoto.buffer)

  await person.goTo(`${veni.url}/login`)
  await person.write('Phone Number', '9000000001')
  await person.press('button', 'Send OTP')
  await person.write('Digit 1', '123456')
  await person.press('button', 'Verify OTP')
  await person.press('link', 'Continue to Deliveries')
  await person.press('link', /Gurram Lakshmi/)
  await person.press('button', 'Interested (Convert to Order)')
  await person.press('button', 'OK')
  await person.write('Black Hair weight in grams', '100')
  await person.press('button', /^Cash/)
  await person.write('UPI reference number', 'UPI2611210001')
  await person.choose(/Gallery/, photo)
  await person.press('button', 'Complete & Generate Invoice')

  await expect.poll(person.read).toMatch(/CASH-\d+-[A-Z0-9]{6}/)
  await expect.poll(person.read).toContain('Received by the office')
  expect(await person.read()).toContain('₹350')
  await person.press('button', 'Back to Deliveries')
  await expect.poll(person.read).toContain('Bolla Sujatha')
  expect(await person.read()).not.toContain('Gurram Lakshmi')
})
