import { chownSync, copyFileSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ContentChange,
  isFolder,
  makeDurable,
  type SimulatedFile,
  type SimulatedFolder,
} from './simulated-disk.ts'

/** What a disk wrote without being asked, before the power was cut. */
export interface Unsynced {
  readonly name: string
  /** How many of so many changes of names in one folder, which a disk stores in their order. */
  readonly countNames: (of: number) => number
  /** Whether it stored a sector, or a change of a file's size. Sectors are stored in any order. */
  readonly isStored: () => boolean
  readonly sectorBytes: number
}

/** Such a disk has what programs see, as after SIGKILL. */
export const everything: Unsynced = {
  name: 'everything',
  countNames: (of) => of,
  isStored: () => true,
  sectorBytes: 4_096,
}

/** Such a disk has what was synced. */
export const nothing: Unsynced = {
  name: 'nothing',
  countNames: () => 0,
  isStored: () => false,
  sectorBytes: 4_096,
}

/**
 * Every second disk stores nothing without being asked, and one in eight stores everything.
 * @param cut counts from 0
 * @param random a seeded source of numbers in [0, 1)
 */
export function chooseUnsynced(cut: number, random: () => number): Unsynced {
  if (cut % 2 === 0) return nothing
  if (cut % 8 === 7) return everything
  const sectorBytes = random() < 0.5 ? 512 : 4_096
  const share = random()
  return {
    name: `${Math.round(share * 100)} % (in sectors of ${sectorBytes} bytes)`,
    countNames: (of) => Math.floor(random() * (of + 1)),
    isStored: () => random() < share,
    sectorBytes,
  }
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Writes a folder as the disk has it after a power cut. Each folder at its top keeps the owner that it has in `live`.
 * @param target is created
 */
export async function writeDisk(
  root: SimulatedFolder,
  unsynced: Unsynced,
  { live, target }: { readonly live: string; readonly target: string },
): Promise<void> {
  mkdirSync(target)
  storeSomeNames(root, unsynced)
  const ownerOf = (name: string) =>
    lstatSync(join(live, name), { throwIfNoEntry: false }) ?? lstatSync(live)
  for (const [name, node] of root.durableNames) {
    const path = join(target, name)
    if (isFolder(node)) await writeFolder(node, path, unsynced, ownerOf(name))
    else await writeFile(node, path, unsynced, ownerOf(name))
  }
}

/** In all folders before any is written: a rename changes the names of two. */
function storeSomeNames(folder: SimulatedFolder, unsynced: Unsynced): void {
  makeDurable(folder, unsynced.countNames(folder.pending.length))
  for (const node of folder.durableNames.values())
    if (isFolder(node)) storeSomeNames(node, unsynced)
}

async function writeFolder(
  folder: SimulatedFolder,
  path: string,
  unsynced: Unsynced,
  owner: Owner,
): Promise<void> {
  mkdirSync(path, { mode: 0o700 })
  chownSync(path, owner.uid, owner.gid)
  for (const [name, node] of folder.durableNames) {
    if (isFolder(node)) await writeFolder(node, join(path, name), unsynced, owner)
    else await writeFile(node, join(path, name), unsynced, owner)
  }
}

async function writeFile(
  file: SimulatedFile,
  path: string,
  unsynced: Unsynced,
  owner: Owner,
): Promise<void> {
  if (file.target !== undefined) return symlinkSync(file.target, path)
  if (file.source !== undefined) copyFileSync(file.source, path)
  const handle = await open(path, file.source === undefined ? 'w' : 'r+', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.chown(owner.uid, owner.gid)
    for (const change of file.changes.slice(0, file.durable)) await store(handle, change)
    for (const part of listUnsynced(file, unsynced))
      if (unsynced.isStored()) await store(handle, part)
  } finally {
    await handle.close()
  }
}

async function store(handle: FileHandle, change: ContentChange): Promise<void> {
  if (change.op === 'truncate') await handle.truncate(change.size)
  else if (change.op === 'write') await handle.write(change.data, 0, change.length, change.at)
  else {
    // The space has zeros where the file was shorter.
    const end = change.at + change.length
    if ((await handle.stat()).size < end) await handle.truncate(end)
  }
}

function* listUnsynced(file: SimulatedFile, { sectorBytes }: Unsynced): Generator<ContentChange> {
  for (const change of file.changes.slice(file.durable)) yield* split(change, sectorBytes)
}

/** A disk stores a sector as a whole or not at all. */
function* split(change: ContentChange, sectorBytes: number): Generator<ContentChange> {
  if (change.op !== 'write') return yield change
  const end = change.at + change.length
  for (let at = change.at; at < end;) {
    const next = Math.min(end, (Math.floor(at / sectorBytes) + 1) * sectorBytes)
    const data = change.data.subarray(at - change.at, next - change.at)
    yield { ...change, at, length: data.length, data }
    at = next
  }
}
