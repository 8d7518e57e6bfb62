import { writeFile } from 'node:fs/promises'
import { packetPhoto } from '../support/photo.ts'
import { expect, test as base } from '../support/fixtures/test.ts'
import { openWebKit } from '../support/browsers/webkit.ts'
import type { BrowserUser } from '../support/browsers/webdriver.ts'

const test = base.extend<{ user: BrowserUser }>({
  user: async ({}, use) => {
    const user = await openWebKit()
    await use(user)
    await user.leave()
  },
})

test('a runner pays for 100 g of black hair in WebKit, from sign-in to invoice', async ({
  user,
  veni,
}, testInfo) => {
  const photo = testInfo.outputPath(packetPhoto.name)
  await writeFile(photo, packetPhoto.buffer)

  await user.goTo(`${veni.url}/login`)
  await user.write('Phone Number', '9000000001')
  await user.press('button', 'Send OTP')
  await user.write('Digit 1', '123456')
  await user.press('button', 'Verify OTP')
  // The app goes on to the list by itself in 3 s: on a slow machine, before "Continue" could be pressed.
  await user.press('link', /Gurram Lakshmi/)
  await user.press('button', 'Interested (Convert to Order)')
  await user.press('button', 'OK')
  await user.write('Black Hair weight in grams', '100')
  await user.press('button', /^Cash/)
  await user.write('UPI reference number', 'UPI2611210001')
  await user.choose(/Gallery/, photo)
  await user.press('button', 'Complete & Generate Invoice')

  await expect.poll(user.read).toMatch(/CASH-\d+-[A-Z0-9]{6}/)
  await expect.poll(user.read).toContain('Received by the office')
  expect(await user.read()).toContain('₹350')
  await user.press('button', 'Back to Deliveries')
  await expect.poll(user.read).toContain('Bolla Sujatha')
  await expect.poll(user.read).not.toContain('Gurram Lakshmi')
})
