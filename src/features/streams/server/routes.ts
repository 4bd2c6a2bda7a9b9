// Routes of streams.
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { streamsCalls } from '../contract.ts'
import { isReaderOfServer, readEncoderRequest } from '../encoder.ts'
import { streamErrors } from '../errors.ts'
import { streamHostingCalls } from '../hosting-contract.ts'
import type { StreamSender } from './held-stream.ts'
import { admitEncoder, readStream, renewStreamKey, setLead, startStream, stopStream } from './host-stream.ts'
import { receiveInit, receiveSegment } from './receive.ts'
import { streamEvents } from './stream-events.ts'

export const streamsRoutes = defineRoutes(streamsCalls, {
  stream: (context, { params }) =>
    context.database.transaction((tx) => readStream(tx, senderOf(context, params.id))),
  putInit: async (context, { params, query, body: bytes }) => {
    const sender = senderOf(context, params.id)
    const upload = { ...sender, rendition: params.rendition, deskId: query.desk, bytes }
    return change(context, sender, (tx) => receiveInit(tx, upload))
  },
  putSegment: async (context, { params, query, body: bytes }) => {
    const upload = {
      ...senderOf(context, params.id),
      rendition: params.rendition,
      seq: params.seq,
      deskId: query.desk,
      stampMs: query.startsAtMs,
      durationMs: query.durationMs,
      bytes,
    }
    const { receipt, hasChanged } = await context.database.transaction((tx) => receiveSegment(tx, upload))
    if (hasChanged) await publish(context, params.id)
    return receipt
  },
  endStream: (context, { params }) => {
    const sender = senderOf(context, params.id)
    return change(context, sender, (tx) => stopStream(tx, sender))
  },
})

export const streamHostingRoutes = defineRoutes(streamHostingCalls, {
  startStream: (context, { params }) => {
    const sender = senderOf(context, params.id)
    return change(context, sender, (tx) => startStream(tx, sender))
  },
  setLead: (context, { params, body }) => {
    const sender = senderOf(context, params.id)
    return change(context, sender, (tx) => setLead(tx, sender, body))
  },
  renewStreamKey: (context, { params }) =>
    context.database.transaction((tx) => renewStreamKey(tx, senderOf(context, params.id))),
  publishStream: async ({ database, roomClock }, { body }) => {
    if (isReaderOfServer(body)) return { code: 0 as const }
    const asked = readEncoderRequest(body)
    const isAdmitted =
      asked !== null &&
      (await database.transaction((tx) => admitEncoder(tx, { ...asked, nowMs: roomClock.now() })))
    if (!isAdmitted) throw appError(streamErrors.stream_key)
    return { code: 0 as const }
  },
  readStreamFiles: () => null,
})

function senderOf({ caller, roomClock }: Context<'sitting.hold'>, sittingId: number): StreamSender {
  return { hostId: caller.user.id, sittingId, nowMs: roomClock.now() }
}

async function change(
  context: Context<'sitting.hold'>,
  sender: StreamSender,
  command: (tx: Executor) => Promise<{ hasChanged: boolean }>,
) {
  const { hasChanged, stream } = await context.database.transaction(async (tx) => ({
    ...(await command(tx)),
    stream: await readStream(tx, sender),
  }))
  if (hasChanged) await publish(context, sender.sittingId)
  return stream
}

function publish({ bus }: Pick<Context, 'bus'>, sittingId: number): Promise<void> {
  return bus.publish(streamEvents, { type: 'changed', sittingId })
}
