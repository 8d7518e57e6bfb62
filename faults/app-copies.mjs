const copyOf = /\?copy=\d+$/
/** What each simulated phone has of its own: the app, and not the domain or a library, which have no state. */
const ownModules = /\/web\/src\/|\/faults\/(?:(?:worker-)?app|tab-storage)\.ts$/

/** Each tab of a phone has a storage of its own. */
const createStorage = /\/web\/src\/storage\/create-storage\.ts$/
const tabStorage = new URL('tab-storage.ts', import.meta.url).pathname

/** A part that the app loads late. */
const lateImport = /(?<!typeof )\bimport\(('\.[^']+')\)/g

/**
 * Modules that a copy of the app imports, also later, are of the same copy. Without it all phones of the simulation
 * would have one session and one database.
 * @type {import('vite').Plugin}
 */
export const appCopies = {
  name: 'veni-app-copies',
  enforce: 'pre',
  /** A copy has its late parts from the start: they would be loaded when the machine pleases. */
  transform(code, id) {
    if (!copyOf.test(id)) return undefined
    /** @type {string[]} */
    const imports = []
    const changed = code.replaceAll(lateImport, (_, path) => {
      imports.push(`import * as late${imports.length} from ${path}`)
      return `Promise.resolve(late${imports.length - 1})`
    })
    return imports.length > 0
      ? { code: `${changed}\n${imports.join('\n')}\n`, map: null }
      : undefined
  },
  async resolveId(source, importer) {
    const [copy] = importer?.match(copyOf) ?? []
    if (!importer || !copy) return
    const original = importer.replace(copyOf, '')
    const resolved = await this.resolve(source, original, { skipSelf: true })
    if (resolved && createStorage.test(resolved.id) && original !== tabStorage)
      return `${tabStorage}${copy}`
    return resolved && ownModules.test(resolved.id) ? `${resolved.id}${copy}` : resolved
  },
}
