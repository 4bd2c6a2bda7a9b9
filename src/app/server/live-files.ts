// Serves the live files of streams to members, outside of the calls: browsers cache them, and players ask for them.
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { StreamsModule } from '#features/streams/server/module.ts'
import { addressBannedError, appError } from '#server/app-error.ts'
import type { Config } from '#server/config/config.ts'
import type { BannedAddresses, CallerSessions } from '#server/context.ts'
import type { EnforceRateLimit } from '#server/http/admission.ts'
import { sessionTokenOf } from '#server/http/session-cookie.ts'
import { can, deniedErrorCode } from '#shared/roles.ts'

interface LiveFilesOptions extends Pick<CallerSessions, 'authenticate'> {
  config: Config
  bannedAddresses: Pick<BannedAddresses, 'reasonFor'>
  readLiveFile: StreamsModule['readLiveFile']
  /** Rate limit hook of strangers; members have a limit of their own, as many may share an address. */
  limitReads: onRequestAsyncHookHandler
  takeToken: EnforceRateLimit
}

/** A playlist and a segment each two seconds are 60 a minute; a rebuilt player asks for more at once. */
const readsPerMember = { perMinute: 240, burst: 120 }

export function mountLiveFiles(
  app: FastifyInstance,
  { config, bannedAddresses, authenticate, readLiveFile, limitReads, takeToken }: LiveFilesOptions,
): void {
  app.get<{ Params: { sittingId: string; file: string } }>(
    '/live/:sittingId(^[1-9][0-9]{0,8}$)/:file',
    async (request, reply) => {
      const { address, params } = request
      reply.header('cache-control', 'no-store')
      const { persona, user } = await authenticate(sessionTokenOf(config, request.headers.cookie), address)
      if (user === null || !can(persona, 'meditation.join')) {
        await limitReads.call(app, request, reply)
        throw appError(deniedErrorCode(persona))
      }
      const reason = bannedAddresses.reasonFor(address)
      if (reason !== null && persona !== 'admin') throw addressBannedError(reason)
      takeToken(request, `live ${user.id}`, readsPerMember)
      const file = await readLiveFile(user, Number(params.sittingId), params.file)
      if (file === null) return reply.callNotFound()
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', file.cacheControl)
        .type(file.type)
        .send(file.content)
    },
  )
}
