// Handles thanks, batching simultaneous presses into one statement.
import { sittingErrors } from '#features/sittings/errors.ts'
import { phaseAt } from '#features/sittings/phases.ts'
import { appError } from '#server/app-error.ts'
import { createBatcher } from '#server/async/batcher.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { Sender } from '#server/live/room-feature.ts'
import { msToTimestamp } from '#shared/day.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { thanksEvents, type ThanksDeps } from './room-thanks.ts'
import { insertThanks } from './sql.ts'

interface Thank {
  sittingId: number
  day: string
  userId: number
  sentAt: string
}

const batchMax = 500
const waitingMax = 20_000
const pauseMs = 50
const done = {}

/**
 * Creates the handler of `thank`. It throws `too_late` outside the sharing, by the room clock at the message's arrival.
 * The event only reports a change; each node reads the count itself.
 */
export function createThankHandler({
  bus,
  database,
  log,
  sittingOf,
}: Pick<Platform, 'bus' | 'database' | 'log'> & ThanksDeps) {
  /** All thanks belong to one sitting. */
  const save = async (thanks: readonly [Thank, ...Thank[]]) => {
    const [{ day, sentAt, sittingId }] = thanks
    const userIds = thanks.map(({ userId }) => userId)
    const count = await insertThanks(database.query, sittingId, { userIds, sentAt })
    if (count > 0) await bus.publish(thanksEvents(day), { type: 'changed' })
    return done
  }
  const submit = createBatcher<Thank, object>({
    max: batchMax,
    waitingMax,
    pauseMs,
    runBatch: async ([first, ...others]) => {
      if (!first) return []
      const isSame = ({ sittingId }: Thank) => sittingId === first.sittingId
      await save([first, ...others.filter(isSame)])
      // At the end of a sitting two may meet in a batch.
      return [done, ...others.map((other) => (isSame(other) ? done : null))]
    },
    runSingle: (thank) => save([thank]),
    onBatchFailed: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, 'A batch of thanks failed; saving them one by one.')
    },
  })
  return async ({
    user,
    room,
    receivedAtMs,
  }: Pick<Sender, 'user' | 'room' | 'receivedAtMs'>): Promise<null> => {
    const day = dayOfRoom(room)
    const sitting = await sittingOf(day, receivedAtMs)
    if (sitting === null || phaseAt(sitting, receivedAtMs) !== 'sharing')
      throw appError(sittingErrors.too_late)
    await submit({
      day,
      userId: user.id,
      sittingId: sitting.id,
      sentAt: msToTimestamp(receivedAtMs),
    })
    return null
  }
}
