import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'

// Lists the names and the prose that break the rules of docs/glossary.md; `--strict` fails when there is one.
await main(async () => {
  await ensureInstalled()
  const { findInPaths, findInSource, readGlossary } = await import('./language/glossary.mjs')
  const { findInProse } = await import('./language/prose.mjs')
  const { isCode, readSource, repositoryFiles } = await import('./language/sources.mjs')
  const bans = readGlossary(readSource('docs/glossary.md'))
  const files = repositoryFiles()
  const names = [
    ...findInPaths(bans, files),
    ...files.filter(isCode).flatMap((file) => findInSource(bans, file, readSource(file))),
  ]
  for (const { file, line, name, word, term } of names) {
    console.log(`${line ? `${file}:${line}` : file} ${name}: write "${term}", not "${word}"`)
  }
  const sentences = files
    .filter((file) => /\.(?:md|css|html|ya?ml|[cm]?js|tsx?)$/.test(file))
    .flatMap((file) => findInProse(file, readSource(file)))
  for (const sentence of sentences) console.log(sentence)
  console.log(`${names.length} names with a banned word, ${sentences.length} places in prose.`)
  const isClean = names.length === 0 && sentences.length === 0
  return isClean || !process.argv.includes('--strict') ? 0 : 1
})
