import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectOutboxEmpty } from '../support/phone-storage.ts'
import { openCustomer, signIn } from '../support/runner.ts'
import { runOps } from '../support/servers/command-line.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) => use([/ERR_/, /status of 503/]),
})

async function importStatus(dataDir: string, status: string, comments: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'veni-csv-'))
  const file = join(folder, 'customers.csv')
  const row = `2,Bolla Sujatha,${status},1,${comments}`
  await writeFile(file, `id,member_name,status,runner_id,comments\n${row}\n`)
  await runOps(dataDir, 'import', 'customers', file)
  await rm(folder, { recursive: true })
}

test('a status of a phone without network is older than one of the office: both see it, and the runner decides', async ({
  page,
  ownVeni,
}) => {
  const conflicts = () => runOps(ownVeni.dataDir, 'customers', 'conflicts')
  await signIn(page)
  await openCustomer(page, 'Bolla Sujatha')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Rejected (Not Interested)' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  await importStatus(ownVeni.dataDir, 'hold', 'Call first')
  await page.context().setOffline(false)

  await expect(page.getByText('1 needs attention')).toBeVisible()
  const card = page.getByRole('link', { name: /Bolla Sujatha/ })
  await expect(card).toContainText('Call first')
  const listed = await conflicts()
  expect(listed).toContain('Bolla Sujatha (customer 2)')
  expect(listed).toContain('! office: hold "Call first"')
  expect(listed).toContain('! runner: rejected "Customer has rejected the offer"')

  await card.click()
  await expect(page.getByText('The office has: On Hold · Call first.')).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectOutboxEmpty(page)
  expect(await conflicts()).toContain('0 conflicts.')
  await page.goto('/deliveries')
  await expect(page.getByText(/^\d+ customers$/)).toBeVisible()
  await expect(card).toHaveCount(0)
})
