import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { goOnToDeliveries } from '../support/runner.ts'
import { startVeni, type Veni } from '../support/servers/our-server.ts'
import { expect, test as base } from '../support/fixtures/test.ts'

interface Message {
  readonly to: string
  readonly text: string
}

/** A local SMS service that records what it gets, and a server that sends its codes there. */
const test = base.extend<{ messages: Message[]; byCode: Veni }>({
  expectedErrors: async ({}, use) => use([/401 \(Unauthorized\)/, /429/]),
  messages: async ({}, use) => use([]),
  byCode: async ({ messages }, use) => {
    const service = createServer((request, response) => {
      void json(request).then((message) => {
        messages.push(message as Message)
        response.end('{"type":"success"}')
      })
    })
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo
    const veni = await startVeni({
      env: {
        SIGN_IN_MODE: 'sms',
        SAMPLE_DATA: 'on',
        SIGN_IN_SECRET: 'a secret of at least 32 characters',
        SMS_GATEWAY: 'http',
        SMS_URL: `http://127.0.0.1:${port}/send`,
        SMS_HEADERS: '{"content-type":"application/json"}',
        SMS_BODY: '{"to":"{international}","text":"{text}"}',
      },
    })
    await use(veni)
    await veni.stop()
    service.close()
  },
  baseURL: async ({ byCode }, use) => use(byCode.url),
})

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText(`Enter the 6-digit code sent to ${phone}`)).toBeVisible()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
}

test('a runner signs in with the code of the message, and with no other', async ({
  page,
  messages,
}) => {
  await askForCode(page, '9000000001')
  await expect.poll(() => messages).toHaveLength(1)
  const [{ to, text }] = messages as [Message]
  expect(to).toBe('919000000001')
  const code = /^(\d{6}) is your code for Veni\./.exec(text)?.[1] ?? ''
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  await enterCode(page, wrong)
  await expect(
    page.getByText('That code is not right. Please check it and try again.'),
  ).toBeVisible()
  await enterCode(page, code)
  await goOnToDeliveries(page)
  await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
})

test('a phone of no runner sees the same screen, and no code opens anything', async ({
  page,
  messages,
}) => {
  await askForCode(page, '9848022338')
  await enterCode(page, '123456')
  await expect(
    page.getByText('That code is not right. Please check it and try again.'),
  ).toBeVisible()
  await expect(page.getByText(/any six digits/)).toBeHidden()
  expect(messages).toEqual([])
})
