/** The servers of the benchmark that need no installation: ours, the thin one and the constant answer. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { at } from '../../scripts/process/repository.mjs'
import { type Program, startProgram } from './process.ts'

export interface OursOptions {
  /** Without it the embedded database is used. */
  readonly databaseUrl?: string | undefined
  readonly folder: string
  /** A new one by default. */
  readonly dataDir?: string
}

/** The built server with its default settings, as `npm start` has it. Its log goes into a file. */
export const startOurs = ({ databaseUrl, folder, dataDir }: OursOptions): Promise<Program> =>
  startProgram([at('server/dist/main.js')], {
    folder,
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      SAMPLE_DATA: 'off',
      // Peers get NODE_ENV=production too, and in production our server asks for this.
      ALLOW_DEMO_SIGN_IN: 'on',
      DATA_DIR: dataDir ?? mkdtempSync(join(folder, 'data-')),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    printed: /Veni is at (http:\/\/\S+)/,
  })

const programAt = (name: string) => fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url))

export const startThin = (databaseUrl: string, folder: string): Promise<Program> =>
  startProgram([programAt('thin')], { folder, env: { DATABASE_URL: databaseUrl } })

/** Repeats an answer of another server: its status, its headers and its bytes as they came. */
export async function startConstant(
  { status, headers, body }: RawAnswer,
  folder: string,
): Promise<Program> {
  const file = join(folder, `answer-${status}-${body.length}.json`)
  // Node adds these itself.
  const others = Object.entries(headers).filter(([name]) => !NODE_HEADERS.has(name))
  const answer = { status, headers: Object.fromEntries(others), body: body.toString('base64') }
  writeFileSync(file, JSON.stringify(answer))
  return startProgram([programAt('constant')], { folder, env: { ANSWER_FILE: file } })
}

const NODE_HEADERS = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Not decompressed. */
  readonly body: Buffer
}
