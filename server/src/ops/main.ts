import { OperatorError } from '../errors.ts'
import { buildProgram } from './program.ts'

const program = buildProgram({
  env: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  fail: () => {
    process.exitCode = 1
  },
})

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
