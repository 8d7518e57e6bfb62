import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** PostgreSQL writes these through stdio and does not need them after a crash. */
const NOT_LOGGED = /(pg_internal\.init|pgstat\.stat|postmaster\.opts|postmaster\.pid)$/

/** The files that are not the same in two folders, relative to them. Sockets and files of stdio are not compared. */
export function findUnloggedChanges(programs: string, simulated: string): string[] {
  const [one, other] = [listFiles(programs), listFiles(simulated)]
  const isSame = (file: string) =>
    one.has(file) &&
    other.has(file) &&
    readFileSync(join(programs, file)).equals(readFileSync(join(simulated, file)))
  return [...new Set([...one, ...other])].filter((file) => !isSame(file))
}

function listFiles(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !NOT_LOGGED.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  return new Set(files)
}
