import { runProgram } from './program.ts'

await runProgram({
  env: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  fail: () => {
    process.exitCode = 1
  },
})
