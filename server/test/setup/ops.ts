import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { runProgram } from '../../src/ops/program.ts'
import { startOpsSocket } from '../../src/ops/connection/socket-server.ts'
import { type DatabaseKind, databaseKinds } from './databases.ts'
import { type TestServer, useServer } from './server.ts'

/** The two connections of the command line. While a server runs, only it can open the embedded database. */
const bothWays = [
  ['through the running server', 'embedded'],
  ['straight to PostgreSQL', 'postgres'],
] as const satisfies [string, DatabaseKind][]

export const opsWays = bothWays.filter(([, kind]) => databaseKinds.includes(kind))

/** A server with the connection of the command line to its data. */
export function useOps(kind: DatabaseKind, env: NodeJS.ProcessEnv = {}): TestServer {
  const server = useServer(kind, env)
  beforeAll(async () => {
    if (kind !== 'embedded') return undefined
    const socket = await startOpsSocket(server.deps)
    return () => socket.close()
  })
  return server
}

/**
 * Runs the whole command line without a process.
 * @param folder the working folder of the operator
 */
export async function runOps(folder: string, env: NodeJS.ProcessEnv, words: readonly string[]) {
  const printed: string[] = []
  const errors: string[] = []
  let code = 0
  const terminal = {
    env: { ...env, INIT_CWD: folder },
    print: (line: string) => void printed.push(line),
    printError: (line: string) => void errors.push(line),
    fail: () => void (code = 1),
  }
  await runProgram(terminal, words)
  return { code, printed, errors }
}

/** Imports an exported file of a phone by the command line, in a temporary folder. */
export function useDealsImport(server: TestServer) {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'veni-deals-file-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const importText = async (text: string, ...words: string[]) => {
    await writeFile(join(folder, 'veni-deals.json'), text)
    return runOps(folder, server.env, ['import', 'deals', 'veni-deals.json', ...words])
  }
  return {
    folder: () => folder,
    importText,
    /** Runs `deals adopt` with an exported file. */
    adoptFile: async (file: object, ...words: string[]) => {
      await writeFile(join(folder, 'veni-deals.json'), JSON.stringify(file))
      return runOps(folder, server.env, ['deals', 'adopt', 'veni-deals.json', ...words])
    },
    importFile: (file: object, ...words: string[]) => importText(JSON.stringify(file), ...words),
  }
}
