import { REPLAYED_HEADER } from '@veni/domain/api/protocol'
import { sendWorkApi } from '@veni/domain/api/work'
import type { FastifyInstance } from 'fastify'
import { transactAs } from '../auth/guard.ts'
import { readEpoch } from '../db/epoch.ts'
import { askTogether } from '../db/together.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { serveWithoutTurn } from '../http/endpoint.ts'
import { fieldsOf } from '../http/trace-context.ts'
import { withFields } from '../log.ts'
import { recordItems } from './receive-items.ts'

export function registerWork(app: FastifyInstance, deps: Deps): void {
  // A restore changes it while the server runs, so each call asks for it.
  const findEpochNow = askTogether(async (calls: readonly undefined[]) => {
    const epoch = await readEpoch(deps.db)
    return calls.map(() => epoch)
  })
  // Each item takes a turn of its own, so that fifty items do not delay another runner's call.
  serveWithoutTurn(app, deps, sendWorkApi.recordWork, async ({ request, reply, runner, body }) => {
    const call = {
      runnerId: runner.id,
      transact: transactAs(deps, request),
      takeTurn: <T>(work: () => Promise<T>) => app.callTurns.writes.take<T>(runner.id, work),
    }
    const epoch = await findEpochNow(undefined)
    if (body.epoch !== undefined && body.epoch !== epoch)
      throw new AppError('epoch-ended', 'The records were restored from a backup.')
    const log = withFields(deps.log, fieldsOf(request))
    const { results, isReplayed } = await recordItems({ ...deps, log }, call, body.items)
    if (isReplayed) reply.header(REPLAYED_HEADER, 'true')
    return { results, epoch }
  })
}
