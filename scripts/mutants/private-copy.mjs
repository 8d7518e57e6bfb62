import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { at } from '../process/repository.mjs'

const workspaces = ['domain', 'server', 'web']

/**
 * Copies the sources, with uncommitted changes, to a temporary folder. Its packages are links to those of this working
 * tree, except the workspaces of the repository, which link to the copy.
 */
export function copySources() {
  const folder = mkdtempSync(join(tmpdir(), 'veni-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: at(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(at(name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(at(file), join(folder, file))
  }
  linkPackages(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** @param {string} folder */
function linkPackages(folder) {
  const own = join(folder, 'node_modules', '@veni')
  mkdirSync(own, { recursive: true })
  for (const name of workspaces) symlinkSync(join(folder, name), join(own, name))
  for (const name of readdirSync(at('node_modules')))
    if (name !== '@veni' && name !== '.vite')
      symlinkSync(at('node_modules', name), join(folder, 'node_modules', name))
  for (const name of workspaces.filter((workspace) => existsSync(at(workspace, 'node_modules'))))
    symlinkSync(at(name, 'node_modules'), join(folder, name, 'node_modules'))
}
