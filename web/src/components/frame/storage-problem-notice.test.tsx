import { wrap } from 'idb'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { signInRunner } from '../../../test/runner.ts'
import { clearVisits, newVisitCustomer } from '../../../test/show-screen.tsx'
import { readVisitRows } from '../../state/visit-rows.ts'
import { selectCustomer } from '../../state/visit.ts'
import { restoreVisits } from '../../state/restore-visits.ts'
import { bucket } from '../../storage/phone-storage.ts'
import { storageProblem } from '../../storage/storage-problem.ts'
import { StorageProblemNotice } from './storage-problem-notice.tsx'

beforeEach(() => {
  clearVisits()
  storageProblem.set(undefined)
  signInRunner()
})

/** A frozen tab of an older release: the app cannot open its database, because that tab does not close it. */
async function holdDatabase() {
  const indexedDB = await bucket.findIndexedDB()
  indexedDB.deleteDatabase('veni')
  const request = indexedDB.open('veni', 1)
  await wrap(request)
  const frozen = request.result
  onTestFinished(() => frozen.close())
  return frozen
}

/** Shows the notice of a phone whose database another tab holds. */
async function showNotice() {
  vi.spyOn(console, 'warn').mockReturnValue()
  await restoreVisits()
  const frozen = await holdDatabase()
  const screen = await render(<StorageProblemNotice />)
  const notice = screen.getByText('This phone does not keep what you enter.')
  await expect.element(notice).toBeVisible()
  return { frozen, notice }
}

test('the runner is asked to close other tabs while one holds the database, until that tab closes it [R-8.080]', async () => {
  const { frozen, notice } = await showNotice()
  const { id } = selectCustomer(newVisitCustomer())
  await expect.element(notice).toBeVisible()
  frozen.close()
  await expect.element(notice).not.toBeInTheDocument()
  expect(new Map(await readVisitRows()).get('visit_26')?.value).toMatchObject({ visitId: id })
})

test('the notice disappears also when nothing was entered while another tab held the database [R-8.080]', async () => {
  const { frozen, notice } = await showNotice()
  frozen.close()
  await expect.element(notice).not.toBeInTheDocument()
})
