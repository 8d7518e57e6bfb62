import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newCustomer, storeRunners } from '../../../test/fixtures/records.ts'
import { runOps, useOps } from '../../../test/setup/ops.ts'

describe('line ends', () => {
  const server = useOps('embedded')

  // Only Node 24 splits at U+2028. On Node 20 the test of lines.ts and the import rule show a wrong way to split.
  test('the answer of a running server keeps every line end of a text', async () => {
    await storeRunners(server.deps.db)
    const comments = 'a\rb\u0085c\u2028d\u2029e\\nf\ng'
    const { id } = await newCustomer(server.deps.db, { comments })
    const folder = mkdtempSync(join(tmpdir(), 'veni-line-ends-'))
    try {
      expect(
        await runOps(folder, server.env, ['customers', 'export', `${id}`, 'exported']),
      ).toMatchObject({ code: 0, errors: [] })
      const text = readFileSync(join(folder, 'exported', 'customer.json'), 'utf8')
      expect(JSON.parse(text)).toMatchObject({ customers: [{ comments }] })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
