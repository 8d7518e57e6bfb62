import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  startPostgres,
  type ThrowAwayPostgres,
} from '../../server/test/setup/throw-away-postgres.ts'
import { fillDatabase } from './fill.ts'
import type { Program } from './process.ts'
import { startOurs } from './servers.ts'

/** What every part of the benchmark uses. */
export interface Bench {
  /** For logs, photos and the files of the load. */
  readonly folder: string
  readonly postgres: ThrowAwayPostgres
  /** The filled database of our server and the thin one. */
  readonly databaseUrl: string
  /** Programs that are stopped at the end. */
  readonly programs: Program[]
  /** Of each comparison. */
  readonly rounds: number
  readonly seconds: number
}

/** Starts PostgreSQL with its default settings, so with fsync, and fills a database. Everything ends with the work. */
export async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'veni-bench-'))
  const postgres = await startPostgres()
  const programs: Program[] = []
  try {
    await postgres.createDatabase('veni')
    const databaseUrl = `${postgres.url}/veni`
    // It migrates the database.
    const migrating = await startOurs({ databaseUrl, folder })
    await migrating.stop()
    await fillDatabase(databaseUrl)
    const [rounds, seconds] = [Number(process.env.ROUNDS ?? 5), Number(process.env.SECONDS ?? 4)]
    const bench = { folder, postgres, databaseUrl, programs, rounds, seconds }
    await Promise.race([work(bench), terminated()])
  } finally {
    for (const program of programs) await program.stop()
    await postgres.stop()
  }
}

/** Rejects at a SIGTERM, so that what was started is stopped. */
async function terminated(): Promise<never> {
  await once(process, 'SIGTERM')
  throw new Error('The benchmark was ended by SIGTERM.')
}

/** Starts a program that ends with the benchmark. */
export async function stopAtEnd(bench: Bench, starting: Promise<Program>): Promise<Program> {
  const program = await starting
  bench.programs.push(program)
  return program
}
