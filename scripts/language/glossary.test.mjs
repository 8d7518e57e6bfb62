import { describe, expect, test } from 'vitest'
import { findInPaths, findInSource, readGlossary } from './glossary.mjs'
import { readSource } from './sources.mjs'

const bans = readGlossary(
  [
    '# Glossary',
    'A sentence with - a dash.',
    '- **runner**: The person who uses the app.',
    '- **photo**: What is taken. not: `evidence`; `image` (except `image`, `imageUrl`, `web/src/ui/`).',
    '- **sign out**: To end a session. not: `log out`.',
  ].join('\n'),
)

describe('the glossary', () => {
  test('is read into its bans with their exceptions', () => {
    expect(bans).toEqual([
      { words: ['evidence'], term: 'photo', allowedNames: [], allowedPaths: [] },
      {
        words: ['image'],
        term: 'photo',
        allowedNames: [['image'], ['image', 'url']],
        allowedPaths: ['web/src/ui/'],
      },
      { words: ['log', 'out'], term: 'sign out', allowedNames: [], allowedPaths: [] },
    ])
  })

  test.each([
    ['- **photo** What is taken.', 'has no term'],
    ['- **photo**: What is taken. not: `image` (but `imageUrl`).', 'cannot ban'],
    ['- **photo**: What is taken. not: `image`, `evidence`.', 'cannot ban'],
  ])('refuses the line %s', (line, message) => {
    expect(() => readGlossary(line)).toThrow(message)
  })

  test('of the repository can be read', () => {
    expect(readGlossary(readSource('docs/glossary.md')).length).toBeGreaterThan(30)
  })
})

describe('a banned word', () => {
  const namesIn = (/** @type {string} */ source, file = 'web/src/a.tsx') =>
    findInSource(bans, file, source).map(({ name }) => name)

  test('is reported with its file, its line and the term to write', () => {
    expect(findInSource(bans, 'web/src/a.ts', '\nconst oldImage = 1')).toEqual([
      { file: 'web/src/a.ts', line: 2, name: 'oldImage', word: 'image', term: 'photo' },
    ])
  })

  test.each([
    ['a constant', 'const OLD_IMAGE = 1', 'OLD_IMAGE'],
    ['a function', 'function readImages() {}', 'readImages'],
    ['a parameter', '(oldImage: string) => 1', 'oldImage'],
    ['a type', 'type ImageKind = 1', 'ImageKind'],
    ['an interface', 'interface ImageProps {}', 'ImageProps'],
    ['a property of a type', 'type A = { hasEvidence: boolean }', 'hasEvidence'],
    ['a property of an object', 'f({ hasEvidence: true })', 'hasEvidence'],
    ['a private member', 'class A { #oldImage = 1 }', '#oldImage'],
    ['a name given on import', "import { a as oldImage } from 'b'", 'oldImage'],
    ['a name given on destructuring', 'const { a: oldImage } = b', 'oldImage'],
    ['two words side by side', 'const logOutNow = 1', 'logOutNow'],
  ])('is found in %s', (_, source, name) => {
    expect(namesIn(source)).toEqual([name])
  })

  test.each([
    ['a string', "const a = 'oldImage'"],
    ['a comment', '// oldImage'],
    ['the name of a library', "import { decodeImage } from 'b'; decodeImage()"],
    ['a wire name', 'const a = { old_image: 1 }'],
    ['a part of another word', 'const imagery = 1'],
    ['words that are apart', 'const logAllOut = 1'],
    ['an exception', 'const productImageUrl = 1'],
    ['an exception for the bare name', 'type A = { image: string }'],
  ])('is not found in %s', (_, source) => {
    expect(namesIn(source)).toEqual([])
  })

  test('is permitted in the paths of an exception', () => {
    expect(namesIn('const oldImage = 1', 'web/src/ui/display/picture.tsx')).toEqual([])
  })

  test('is found in the name of a file and, once, of a folder', () => {
    const files = ['web/old-images/a.ts', 'web/old-images/b.ts', 'web/shrink-image.test.ts']
    expect(findInPaths(bans, files).map(({ file }) => file)).toEqual([
      'web/old-images/',
      'web/shrink-image.test.ts',
    ])
  })
})
