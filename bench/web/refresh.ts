import { commitsOf, countCommits } from '../../e2e/support/commits.ts'
import { signIn } from '../../e2e/support/runner.ts'
import { watchWire } from '../../e2e/support/wire.ts'
import { startVeniWith } from './many-customers.ts'
import { startPhone } from './phone.ts'
import type { Report } from './report.ts'

/** What a minute that changed nothing costs with 1,000 customers; e2e/refresh.spec.ts keeps it in `npm test`. */
export async function measureRefresh(report: Report): Promise<void> {
  const veni = await startVeniWith(1_000)
  const phone = await startPhone(veni.url)
  try {
    const { page } = phone
    await page.clock.install()
    await countCommits(page)
    await signIn(page)
    await page.getByRole('link', { name: /#\d+/ }).first().waitFor()
    const wire = await watchWire(page)
    const answers = async (count: number) => {
      await page.clock.fastForward(60_000)
      while (wire.length < count) await page.clock.runFor(100)
      await page.clock.runFor(1_000)
    }
    await answers(2)
    const before = await commitsOf(page)
    await answers(4)
    report.table(Object.fromEntries(wire.slice(2).map(({ path, ...answer }) => [path, answer])))
    const list = wire.findLast(({ path }) => path === '/api/customers')
    report.keep('the list again, unchanged', list?.bytes ?? Number.NaN, 300, 'bytes')
    report.keep('drawn by React then', (await commitsOf(page)) - before, 0, 'commits')
  } finally {
    await phone.stop()
    await veni.stop()
  }
}
