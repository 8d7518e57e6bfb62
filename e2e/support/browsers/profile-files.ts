import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What is searched for: a name or a number, in every spelling that a file of a browser may have. */
const spellingsOf = (text: string): Buffer[] =>
  [text, encodeURIComponent(text), text.replaceAll(' ', '+')].flatMap((spelling) => [
    Buffer.from(spelling, 'utf8'),
    Buffer.from(spelling, 'utf16le'),
  ])

/** The texts that each file of a profile contains, by the file's path in the profile. */
export async function searchProfile(
  profile: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const spelled = texts.map((text) => [text, spellingsOf(text)] as const)
  const found = new Map<string, readonly string[]>()
  for await (const path of listFiles(profile)) {
    const bytes = await unlessDeleted(readFile(path))
    if (!bytes) continue
    const present = spelled.filter(([, spellings]) => spellings.some((one) => bytes.includes(one)))
    if (present.length > 0)
      found.set(
        relative(profile, path),
        present.map(([text]) => text),
      )
  }
  return found
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  for (const entry of (await unlessDeleted(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(path)
    else if (entry.isFile()) yield path
  }
}

/** The browser deletes files and folders of its own at any time. */
const unlessDeleted = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
