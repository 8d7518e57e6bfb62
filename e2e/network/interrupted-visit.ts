import { expect, type Page } from '@playwright/test'
import { chooseCash, readInvoiceId, beginVisit, takePacketPhoto, weigh } from '../support/runner.ts'
import { isOnPhone, readPhoneWork } from '../support/phone-storage.ts'

/** What a runner enters in a cash deal, in his order. */
type Field = 'customer' | 'weight' | 'reference' | 'photo'

/** One visit that may break off anywhere and go on in another page, or another life of the browser. */
export interface InterruptedVisit {
  readonly name: string
  readonly customerId: string
  readonly grams: number
  readonly reference: string
  /** What was entered already, and seen to be. */
  readonly entered: Set<Field>
  /** What had to be entered again. */
  readonly again: Field[]
}

export const newVisit = (
  visit: Pick<InterruptedVisit, 'name' | 'customerId' | 'reference'>,
): InterruptedVisit => ({ ...visit, grams: 100, entered: new Set(), again: [] })

/** By cash, to a customer known by his id alone. */
export const visitTo = (id: number) =>
  newVisit({ name: `Customer ${id}`, customerId: String(id), reference: `UPI${id}` })

/** Goes on with a visit on a fresh page, entering what is not there, up to its invoice. */
export async function finishVisit(page: Page, visit: InterruptedVisit): Promise<void> {
  for (const step of stepsOf(page, visit)) await step()
}

/** The steps of a visit, each of which finds out whether it is done already. */
export function stepsOf(page: Page, visit: InterruptedVisit): (() => Promise<void>)[] {
  return [
    () => beginOrGoOn(page, visit),
    () => weighIfNeeded(page, visit),
    () => typeReference(page, visit),
    () => takePhoto(page, visit),
    () => complete(page, visit),
  ]
}

/** A browser of our own knows no base address: it goes on at the one it is at. */
const addressed = (page: Page, path: string) =>
  page.url().startsWith('http') ? new URL(path, page.url()).href : path

const isDone = async (page: Page, { customerId }: InterruptedVisit) =>
  (await readPhoneWork(page)).deals.some((deal) => deal.customerId === customerId)

async function beginOrGoOn(page: Page, visit: InterruptedVisit): Promise<void> {
  await page.goto(addressed(page, '/payment-mode'))
  const visited = page.getByText(`#${visit.customerId}`, { exact: true })
  const nobody = page.getByText('No customer selected')
  await expect(visited.or(nobody)).toBeVisible()
  if ((await isDone(page, visit)) || (await visited.isVisible())) return
  enter(visit, 'customer')
  await page.goto(addressed(page, `/enquiry-details/${visit.customerId}`))
  await beginVisit(page)
}

async function weighIfNeeded(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  const field = page.getByLabel('Black Hair weight in grams', { exact: true })
  await expect(field).toBeVisible()
  if ((await field.inputValue()) === '') {
    enter(visit, 'weight')
    await weigh(page, 'Black Hair', visit.grams)
  }
  await expect(field).toHaveValue(String(visit.grams))
  await chooseCash(page)
}

async function typeReference(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  const field = page.getByLabel('UPI reference number')
  // What the phone has kept must come back by itself.
  if (await isOnPhone(page, visit.reference)) return expect(field).toHaveValue(visit.reference)
  enter(visit, 'reference')
  await field.fill(visit.reference)
}

async function takePhoto(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  const photo = page.getByRole('img', { name: 'Sealed hair packet photo' })
  if (await isOnPhone(page, `"${await visitId(page, visit)}.packet.`))
    return expect(photo).toBeVisible()
  enter(visit, 'photo')
  await takePacketPhoto(page)
}

async function complete(page: Page, visit: InterruptedVisit): Promise<void> {
  if (await isDone(page, visit)) return
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await readInvoiceId(page)
}

/** A photo's id begins with its visit's. */
async function visitId(page: Page, { customerId }: InterruptedVisit): Promise<string> {
  const text = await page.evaluate((key) => sessionStorage.getItem(key), `visit_${customerId}`)
  return text === null ? 'none' : (JSON.parse(text) as { visitId: string }).visitId
}

function enter({ entered, again }: InterruptedVisit, field: Field): void {
  if (entered.has(field)) again.push(field)
  entered.add(field)
}
