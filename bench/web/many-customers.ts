import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startVeni, type Veni } from '../../e2e/support/servers/our-server.ts'
import { at } from '../../scripts/process/repository.mjs'

const names = ['Gurram Lakshmi', 'Bolla Sujatha', 'Kondapaka Yadamma', 'నల్ల సరోజ', 'Beeram Mounika']
const villages = ['Kothapalli', 'Narsapur', 'నల్గొండ', 'Bodupal', 'Gudivada', 'Wardhannapet']
const statuses = ['assigned', 'interested', 'hold', 'assigned']

/** Starts a server and imports this many customers for the first runner, in addition to the sample customers. */
export async function startVeniWith(count: number): Promise<Veni> {
  const veni = await startVeni()
  const folder = await mkdtemp(join(tmpdir(), 'veni-csv-'))
  const file = join(folder, 'customers.csv')
  await writeFile(file, customersCsv(count))
  await promisify(execFile)(
    process.execPath,
    [at('server/dist/ops.js'), 'import', 'customers', file],
    // As for the server: demo sign-in does not start where NODE_ENV is production.
    { env: { ...process.env, NODE_ENV: '', DATA_DIR: veni.dataDir } },
  )
  await rm(folder, { recursive: true })
  return veni
}

function customersCsv(count: number): string {
  const header =
    'id,state,district,village_info,member_name,father_or_husband_name,mobile,status,runner_id,extra,comments,next_followup'
  const of = (list: readonly string[], index: number) => list[index % list.length]
  const rows = Array.from({ length: count }, (_, index) => {
    const hold = of(statuses, index) === 'hold'
    return [
      10_001 + index,
      'Telangana',
      'Warangal',
      `${of(villages, index)} ${index % 97}`,
      `${of(names, index)} ${index}`,
      index % 3 === 0 ? of(names, index + 1) : '',
      9_100_000_000 + index,
      of(statuses, index),
      1,
      index % 4 === 0 ? 'Third house behind the temple' : '',
      hold ? 'Will decide after the harvest' : '',
      hold && index % 8 === 2 ? `2026-1${index % 3}-15` : '',
    ].join(',')
  })
  return [header, ...rows].join('\n')
}
