import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

/**
 * One project of vitest.config.ts, because Stryker cannot select a project. Its name is in STRYKER_PROJECT. Stryker loads
 * this file in its copy of the sources, and that copy is the working directory.
 */
const name = process.env.STRYKER_PROJECT

const project = config.test?.projects?.find(
  (one) => typeof one === 'object' && 'test' in one && one.test?.name === name,
)
if (typeof project !== 'object' || !('test' in project))
  throw new Error(`vitest.config.ts has no project ${name}`)

const inThread = fileURLToPath(new URL('in-thread.ts', import.meta.url))

export default defineConfig({
  test: {
    ...project.test,
    setupFiles: [...[project.test?.setupFiles ?? []].flat(), inThread],
    // Stryker counts how often each place runs, so a test is slower. It ends a test that takes too long itself.
    testTimeout: 300_000,
    // Most of the time of a mutant would be for loading the same modules for each test file.
    isolate: false,
  },
})
