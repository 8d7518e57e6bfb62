import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Change } from './change-log.ts'

/** A change of the content of a file. */
export type ContentChange = Extract<Change, { op: 'write' | 'allocate' | 'truncate' }>

export interface SimulatedFile {
  /** The file with the content before the first change; undefined for a new file. */
  readonly source: string | undefined
  readonly target?: string
  readonly changes: ContentChange[]
  /** How many of the changes are certainly on the disk. */
  durable: number
}

type Names = Map<string, SimulatedNode>

export interface SimulatedFolder {
  /** As programs see them. */
  readonly names: Names
  /** As they certainly are after a power cut. */
  readonly durableNames: Names
  /** Changes of names that a sync of this folder makes durable, in their order. */
  readonly pending: NameChange[]
}

export type SimulatedNode = SimulatedFile | SimulatedFolder

/** One change of a name; a rename changes two names at once. */
export interface NameChange {
  readonly logAt: number
  readonly effects: readonly Effect[]
}
interface Effect {
  readonly folder: SimulatedFolder
  readonly name: string
  /** undefined removes the name. */
  readonly node: SimulatedNode | undefined
}

export interface DiskRules {
  /**
   * Whether the sync of a file also makes its first name durable, as ext4, XFS and Btrfs do. POSIX does not promise it,
   * and PostgreSQL relies on it for its own files.
   * @param path relative to the root
   */
  readonly syncsFirstName: (path: string) => boolean
}

export const isFolder = (node: SimulatedNode): node is SimulatedFolder => 'names' in node

const newFolder = (): SimulatedFolder => ({
  names: new Map(),
  durableNames: new Map(),
  pending: [],
})

/**
 * Computes from the changes of a run what its disk has. A change of a file's content is durable after a sync of the file
 * that began later, and a change of a name after such a sync of its folder. A rename is never durable by half.
 */
export class SimulatedDisk {
  readonly root = newFolder()
  readonly #rules: DiskRules
  readonly #byInode = new Map<bigint, SimulatedNode>()
  /** The change that gave a new file its name, until it is durable. */
  readonly #firstNames = new Map<SimulatedNode, NameChange>()

  /**
   * @param folder on which programs run; everything in it is durable now
   * @param copy of the folder, which does not change
   */
  constructor(folder: string, copy: string, rules: DiskRules) {
    this.#rules = rules
    this.#byInode.set(lstatSync(folder, { bigint: true }).ino, this.root)
    this.#scan(folder, copy, this.root)
  }

  apply(changes: Iterable<Change>): void {
    for (const change of changes) this.#apply(change)
  }

  #scan(folder: string, copy: string, into: SimulatedFolder): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const [path, source] = [join(folder, entry.name), join(copy, entry.name)]
      // A socket is no file; its name means nothing after a restart.
      if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()) continue
      const node = entry.isDirectory() ? newFolder() : { source, changes: [], durable: 0 }
      this.#byInode.set(lstatSync(path, { bigint: true }).ino, node)
      into.names.set(entry.name, node)
      into.durableNames.set(entry.name, node)
      if (isFolder(node)) this.#scan(path, source, node)
    }
  }

  #apply(change: Change): void {
    switch (change.op) {
      case 'create':
        return this.#add(change, { source: undefined, changes: [], durable: 0 })
      case 'mkdir':
        return this.#add(change, newFolder())
      case 'symlink':
        return this.#add(change, {
          source: undefined,
          target: change.target,
          changes: [],
          durable: 0,
        })
      case 'link':
        return void this.#changeNames(change, [[change.to, this.#find(change.path)]])
      case 'rename':
        return this.#rename(change)
      case 'unlink':
        return void this.#changeNames(change, [[change.path, undefined]])
      case 'write':
      case 'allocate':
      case 'truncate':
        return this.#changeContent(change)
      case 'sync':
        return this.#sync(this.#nodeOf(change.inode), change.began)
      case 'sync-all':
        return this.#syncAll(change.began)
    }
  }

  #add(change: { logAt: number; inode: bigint; path: string }, node: SimulatedNode): void {
    this.#byInode.set(change.inode, node)
    const named = this.#changeNames(change, [[change.path, node]])
    if (this.#rules.syncsFirstName(change.path)) this.#firstNames.set(node, named)
  }

  #rename(change: { logAt: number; path: string; to: string }): void {
    const node = this.#find(change.path)
    // Written through stdio, so the layer did not see it.
    if (!node) return
    const to = this.#find(change.to)
    // POSIX: two names of one file stay.
    if (to === node) return
    this.#changeNames(change, [
      [change.to, node],
      [change.path, undefined],
    ])
  }

  /** The first effect decides which folder must be synced. */
  #changeNames(
    { logAt }: { logAt: number },
    names: readonly (readonly [path: string, node: SimulatedNode | undefined])[],
  ): NameChange {
    const effects = names.map(([path, node]) => {
      const folder = this.#find(dirname(path))
      if (!folder || !isFolder(folder)) throw new Error(`${dirname(path)} is no folder.`)
      return { folder, name: basename(path), node }
    })
    const change = { logAt, effects }
    for (const { folder, name, node } of effects) setName(folder.names, name, node)
    effects[0]?.folder.pending.push(change)
    return change
  }

  #changeContent(change: ContentChange): void {
    const file = this.#nodeOf(change.inode)
    if (isFolder(file)) throw new Error('A folder was written.')
    file.changes.push(change)
    if (change.op === 'write' && change.isSynced) this.#sync(file, Infinity)
  }

  #sync(node: SimulatedNode, began: number): void {
    if (isFolder(node)) return syncNames(node, began)
    node.durable = countBefore(node.changes, began)
    const first = this.#firstNames.get(node)
    if (!first || first.logAt >= began) return
    this.#firstNames.delete(node)
    for (const { folder, name } of first.effects) storeName(folder, name, first)
  }

  #syncAll(began: number): void {
    for (const node of this.#byInode.values()) this.#sync(node, began)
  }

  #nodeOf(inode: bigint): SimulatedNode {
    const node = this.#byInode.get(inode)
    if (!node) throw new Error(`No file has the inode ${inode}.`)
    return node
  }

  #find(path: string): SimulatedNode | undefined {
    if (path === '.') return this.root
    return path
      .split('/')
      .reduce<SimulatedNode | undefined>(
        (node, name) => (node && isFolder(node) ? node.names.get(name) : undefined),
        this.root,
      )
  }
}

/** Makes the first changes of names durable, in their order. */
export function makeDurable(folder: SimulatedFolder, count: number): void {
  for (const { effects } of folder.pending.splice(0, count))
    for (const { folder: changed, name, node } of effects) setName(changed.durableNames, name, node)
}

/** Makes a change of a name durable, and the earlier ones of this name: they must not come after it. */
function storeName(folder: SimulatedFolder, name: string, last: NameChange): void {
  const { pending } = folder
  const isOfName = ({ logAt, effects }: NameChange) =>
    logAt <= last.logAt &&
    effects.some((effect) => effect.folder === folder && effect.name === name)
  const stored = pending.filter(isOfName)
  pending.splice(0, pending.length, ...stored, ...pending.filter((change) => !isOfName(change)))
  makeDurable(folder, stored.length)
}

const syncNames = (folder: SimulatedFolder, began: number) =>
  makeDurable(folder, countBefore(folder.pending, began))

/** Changes are in the order of the log. */
function countBefore(changes: readonly { readonly logAt: number }[], began: number): number {
  const later = changes.findIndex(({ logAt }) => logAt >= began)
  return later === -1 ? changes.length : later
}

function setName(names: Names, name: string, node: SimulatedNode | undefined): void {
  if (node) names.set(name, node)
  else names.delete(name)
}
