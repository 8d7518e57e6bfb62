import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../support/runner.ts'
import { runOps } from '../support/servers/command-line.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

testAlone(
  '/deliveries shows 1,000 customers that were imported while the server runs',
  async ({ page, ownVeni }) => {
    const folder = await mkdtemp(join(tmpdir(), 'veni-csv-'))
    const file = join(folder, 'customers.csv')
    await writeFile(file, thousandCustomers())
    await runOps(ownVeni.dataDir, 'import', 'customers', file)
    await rm(folder, { recursive: true })

    await signIn(page)
    // A long list draws only the cards near the screen. A search finds all of them.
    const search = page.getByRole('searchbox', { name: 'Search customers' })
    await search.fill('కొత్త కస్టమర్')
    await expect(page.getByText(/^Found 1000 of 1\d{3}$/)).toBeVisible()
    await search.fill('#11000')
    await expect(page.getByRole('link', { name: /కొత్త కస్టమర్ 1000/ })).toBeVisible()
  },
)

/** A CSV file as a spreadsheet program writes it: byte order mark, CRLF, quoted commas and Telugu names. */
function thousandCustomers(): string {
  const header = 'id,state,district,village_info,member_name,mobile,status,runner_id'
  const rows = Array.from({ length: 1000 }, (_, index) => {
    const number = index + 1
    return `${10_000 + number},Telangana,Warangal,"Village ${number}, Mandal",కొత్త కస్టమర్ ${number},9100000000,assigned,1`
  })
  return `\uFEFF${[header, ...rows].join('\r\n')}\r\n`
}
