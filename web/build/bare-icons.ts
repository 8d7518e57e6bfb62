import type { Plugin } from 'vite'

/**
 * Takes from Lucide's icons what nothing in the built app reads: names, sizes, former names and React keys, which are
 * random letters that no compression makes smaller.
 */
export function bareIcons(): Plugin {
  return {
    name: 'bare-icons',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({
        code: code
          .replaceAll(/, key: "\w+"/g, '')
          .replace(/\n {2}name: "[^"]*",/, '')
          .replace('\n  size: 24,', '')
          .replace(/,\n {2}aliases: \[[^\]]*\]/, ''),
        map: null,
      }),
    },
  }
}
