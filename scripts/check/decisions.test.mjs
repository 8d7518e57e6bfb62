import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../process/repository.mjs'

const folder = at('docs/decisions')

test('the list of decisions has the number and title of every record', () => {
  const records = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const lines = records.map((name) => {
    const [, number, title] =
      /^# (\d+)\. (.+)\n/.exec(readFileSync(`${folder}/${name}`, 'utf8')) ?? []
    return `${number}. [${title}](${name})`
  })
  const listed = readFileSync(`${folder}/README.md`, 'utf8').match(/^\d+\. \[.*$/gm)
  expect(listed).toEqual(lines)
})
