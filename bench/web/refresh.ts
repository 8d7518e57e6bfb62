import { commitsOf, countCommits, recordAnswers } from '../../e2e/support/page-costs.ts'
import { expectSnapshot } from '../../e2e/support/phone-storage.ts'
import { signIn } from '../../e2e/support/runner.ts'
import { startVeniWith } from './many-customers.ts'
import { startPhone } from './phone.ts'
import type { Report } from './report.ts'

/** Measures an unchanged refresh with 1,000 customers. e2e/phone/refresh.spec.ts tests the same in `npm test`. */
export async function measureRefresh(report: Report): Promise<void> {
  const veni = await startVeniWith(1_000)
  const phone = await startPhone(veni.url)
  try {
    const { page } = phone
    await page.clock.install()
    await countCommits(page)
    await signIn(page)
    await page.getByRole('link', { name: /#\d+/ }).first().waitFor()
    // The prefetched data has arrived, too.
    await page.clock.runFor(5_000)
    for (const answer of ['customers', 'products', 'hair-prices'] as const)
      await expectSnapshot(page, answer)
    const wire = await recordAnswers(page)
    const lists = () => wire.filter(({ path }) => path === '/api/customers')
    const refresh = async (count: number) => {
      await page.clock.fastForward(60_000)
      while (lists().length < count) await page.clock.runFor(100)
      await page.clock.runFor(1_000)
    }
    // The first refresh uses the ETag that the browser has stored by then.
    await refresh(1)
    const before = await commitsOf(page)
    const alreadySeen = wire.length
    await refresh(2)
    const minute = wire.slice(alreadySeen)
    report.table(Object.fromEntries(minute.map(({ path, ...answer }) => [path, answer])))
    const list = lists().at(-1)
    report.check('an unchanged list', list?.bytes ?? Number.NaN, 350, 'bytes')
    report.check('React commits for it', (await commitsOf(page)) - before, 0, 'commits')
  } finally {
    await phone.stop()
    await veni.stop()
  }
}
