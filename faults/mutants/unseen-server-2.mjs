/** Bugs of the server, planted from the source by somebody who had not read the tests. Tests found 15 of these 24 at first. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenServer2 = [
  {
    name: 'an erase leaves the place in the flags of an adopted deal',
    file: 'server/src/customers/personal-data-store.ts',
    edits: [
      [
        "withoutTexts(flags, ['customer_name', 'location'])",
        "withoutTexts(flags, ['customer_name'])",
      ],
    ],
    killer: 'server/src/ops/deals/adopt/sent-later.test.ts',
  },
  {
    name: 'a list is stored under a version that was read after it',
    file: 'server/src/customers/list-answers.ts',
    edits: [
      [
        '    return answer ?? this.#make(asked, version)\n',
        '    return answer ?? this.#make(asked)\n',
      ],
      [
        '  async #make(asked: Asked, version: string): Promise<ListAnswer> {\n',
        '  async #make(asked: Asked): Promise<ListAnswer> {\n',
      ],
      [
        `    if ((await this.#readVersion(runnerId)) === version)
      this.#store(runnerId, { version, tag, notListed, bodies: body ? { [wanted]: body } : {} })
`,
        `    const version = await this.#readVersion(runnerId)
    this.#store(runnerId, { version, tag, notListed, bodies: body ? { [wanted]: body } : {} })
`,
      ],
    ],
    killer: 'server/test/many-servers/current-lists.test.ts',
  },
  {
    name: 'the keys of a transaction without a call are used up',
    file: 'server/src/idempotency/claimed-keys.ts',
    edits: [
      [
        `  async end(): Promise<void> {
    const unused = [...this.#added].filter((key) => !this.#answers.has(key))
`,
        `  async end(): Promise<void> {
    if (this.#answers.size === 0) return
    const unused = [...this.#added].filter((key) => !this.#answers.has(key))
`,
      ],
    ],
    killer: 'server/test/api/idempotency.test.ts',
  },
  {
    name: 'ten wrong guesses are permitted in each hour',
    file: 'server/src/auth/sign-in-limits.ts',
    edits: [
      [
        "  { kinds: guesses, per: 'phone', most: 10, windowMs: DAY_MS },\n",
        "  { kinds: guesses, per: 'phone', most: 10, windowMs: HOUR_MS },\n",
      ],
    ],
    killer: 'server/test/api/sign-in-by-code.test.ts',
  },
  {
    name: 'late work is checked with the prices of a month',
    file: 'server/src/price-changes/service.ts',
    edits: [
      [
        '  await findPrices(tx, names, findOldestContact({ completedAt: 0, receivedAt }))\n',
        '  await findPrices(tx, names, findOldestContact({ completedAt: receivedAt, receivedAt }))\n',
      ],
    ],
    killer: 'server/test/api/prices-of-late-work.test.ts',
  },
  {
    name: 'an import with fewer columns forgets the last values of the others',
    file: 'server/src/ops/import/records/merge-store.ts',
    edits: [
      [
        "    set ${sql.join(assignments, sql`, `)}, imported = coalesce(record.imported, '{}') || staged.data\n",
        '    set ${sql.join(assignments, sql`, `)}, imported = staged.data\n',
      ],
    ],
    killer: 'server/src/ops/import/records/fewer-columns.test.ts',
  },
  {
    name: 'the day of the office begins at midnight of UTC',
    file: 'server/src/ops/deals/deals-command.ts',
    edits: [
      ['  return new Date(`${text}T00:00:00`)\n', '  return new Date(`${text}T00:00:00Z`)\n'],
    ],
    killer: 'server/src/ops/deals/deals-of-a-day.test.ts',
  },
  {
    name: 'a backup has no sealing keys',
    file: 'server/src/backup/tables-store.ts',
    edits: [
      [
        `  [schema.databaseEpochs, 'a restored database begins an epoch of its own'],
])
`,
        `  [schema.databaseEpochs, 'a restored database begins an epoch of its own'],
  [schema.sealingKeys, 'a private key must not be in a file, and a sign-in makes it again'],
])
`,
      ],
    ],
    killer: 'server/src/ops/backup/backup-commands.test.ts',
  },
  {
    name: 'a restore of a backup without epochs gives order numbers out again',
    file: 'server/src/db/epoch.ts',
    edits: [
      [
        `    await skipOrderNumbers(tx)
    // The tables of an older release may have no epochs. Then the next start begins the first one.
    if (await hasEpochs(tx)) await beginEpoch(tx, 'restored', timeline)
`,
        `    // The tables of an older release may have no epochs. Then the next start begins the first one.
    if (!(await hasEpochs(tx))) return
    await skipOrderNumbers(tx)
    await beginEpoch(tx, 'restored', timeline)
`,
      ],
    ],
    killer: 'server/src/backup/restore-older.test.ts',
  },
  {
    name: 'an object counts as stored although its bucket is missing',
    file: 'server/src/objects/s3.ts',
    edits: [
      [
        `  if (status >= 200 && status < 300) return undefined
  const text = Buffer.from(bytes).toString('utf8')
`,
        `  if (status >= 200 && status < 300) return undefined
  if (status === 404) return undefined
  const text = Buffer.from(bytes).toString('utf8')
`,
      ],
      [
        "  if (status === 404 && (method === 'HEAD' || code === 'NoSuchKey')) return undefined\n",
        '',
      ],
    ],
    killer: 'server/src/objects/s3.test.ts',
  },
  {
    name: 'each call begins the window of its limit anew',
    file: 'server/src/limits/rate-count-store.ts',
    edits: [
      [
        '        ends_at = case when ${isOver} then excluded.ends_at else counted.ends_at end\n',
        '        ends_at = excluded.ends_at\n',
      ],
    ],
    killer: 'server/test/api/record-quota.test.ts',
  },
  {
    name: 'a list of as many entries as the contract permits is refused',
    file: 'server/src/http/parse-request.ts',
    edits: [
      [
        '  return length > MAX_LIST_LENGTH ? `has more than ${MAX_LIST_LENGTH} entries` : undefined\n',
        '  return length >= MAX_LIST_LENGTH ? `has more than ${MAX_LIST_LENGTH} entries` : undefined\n',
      ],
    ],
    killer: 'server/src/http/parse-request.test.ts',
  },
]
