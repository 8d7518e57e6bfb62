import { StartupRefusal } from '../startup-refusal.ts'
import { ImportRefusal } from './import-refusal.ts'
import { buildProgram } from './program.ts'

const program = buildProgram({
  env: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  fail: () => {
    process.exitCode = 1
  },
})

try {
  await program.parseAsync()
} catch (error) {
  const isClear = error instanceof StartupRefusal || error instanceof ImportRefusal
  console.error(isClear ? error.message : error)
  process.exitCode = 1
}
