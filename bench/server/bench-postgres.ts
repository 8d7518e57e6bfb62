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
  const ended = new AbortController()
  const postgres = await startPostgres()
  const programs: Program[] = []
  const fillAndWork = async () => {
    const databaseUrl = await fill(postgres, folder)
    const [rounds, seconds] = [Number(process.env.ROUNDS ?? 5), Number(process.env.SECONDS ?? 4)]
    await work({ folder, postgres, databaseUrl, programs, rounds, seconds })
  }
  try {
    await Promise.race([fillAndWork(), terminated(ended.signal)])
  } finally {
    ended.abort()
    for (const program of programs) await program.stop()
    await postgres.stop()
  }
}

/** @returns the URL of the filled database */
async function fill(postgres: ThrowAwayPostgres, folder: string): Promise<string> {
  await postgres.createDatabase('veni')
  const databaseUrl = `${postgres.url}/veni`
  // It migrates the database.
  const migrating = await startOurs({ databaseUrl, folder })
  await migrating.stop()
  await fillDatabase(databaseUrl)
  return databaseUrl
}

/** Rejects at a SIGTERM, so that what was started is stopped. */
async function terminated(signal: AbortSignal): Promise<never> {
  await once(process, 'SIGTERM', { signal })
  throw new Error('The benchmark was ended by SIGTERM.')
}

/** Starts a program that ends with the benchmark. */
export async function stopAtEnd(bench: Bench, starting: Promise<Program>): Promise<Program> {
  const program = await starting
  bench.programs.push(program)
  return program
}
