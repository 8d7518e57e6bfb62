const copyOf = /\?copy=\d+$/
/** What each simulated phone has of its own: the app, and not the domain or a library, which have no state. */
const ownModules = /\/web\/src\/|\/faults\/app\.ts$/

/**
 * Modules that a copy of the app imports, also later, are of the same copy. Without it all phones of the simulation
 * would have one session and one database.
 * @type {import('vite').Plugin}
 */
export const appCopies = {
  name: 'veni-app-copies',
  enforce: 'pre',
  async resolveId(source, importer) {
    const [copy] = importer?.match(copyOf) ?? []
    if (!importer || !copy) return
    const original = importer.replace(copyOf, '')
    const resolved = await this.resolve(source, original, { skipSelf: true })
    return resolved && ownModules.test(resolved.id) ? `${resolved.id}${copy}` : resolved
  },
}
