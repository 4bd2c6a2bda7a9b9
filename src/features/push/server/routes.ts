// Routes of web push: the key, and the member's devices.
import { hash } from 'node:crypto'
import { assertNotBanned, capabilityError, lockMembersForUpdate } from '#features/members/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { success } from '#shared/endpoint.ts'
import { pushCalls, type PushObstacle } from '../contract.ts'
import { pushErrors } from '../errors.ts'
import { pushEndpoint } from '../rules.ts'
import { isCurvePoint } from './encryption.ts'
import { deletePushDevice, isPushDeviceGone, readHasPushDevice, savePushDevice } from './sql.ts'

/** The public key in base64url, or why there is none. */
export type PushOffer = { publicKey: string; obstacle: null } | { publicKey: null; obstacle: PushObstacle }

export function createPushRoutes(offer: PushOffer): Routes {
  return defineRoutes(pushCalls, {
    pushKey: async ({ caller, database }) => ({
      ...offer,
      hasDevice: offer.obstacle === null && (await readHasPushDevice(database.query, caller.user.id)),
    }),
    subscribeToPush: async ({ caller, clock, config, database }, { body }) => {
      const endpoint = pushEndpoint(body.endpoint, config.pushTestService)
      if (endpoint === null) throw fieldError('endpoint', 'This address isn’t one of a known push service.')
      const p256dh = Buffer.from(body.keys.p256dh, 'base64url')
      if (!isCurvePoint(p256dh)) throw fieldError('keys.p256dh', 'This browser’s key isn’t valid.')
      const device = {
        endpointHash: hashEndpoint(endpoint),
        endpoint,
        p256dh,
        auth: Buffer.from(body.keys.auth, 'base64url'),
        userId: caller.user.id,
        sessionId: caller.session.id,
      }
      await database.transaction(async (tx) => {
        // Two new devices at once would otherwise both be the fifth.
        const locked = await lockMembersForUpdate(tx, [caller.user.id])
        const error = capabilityError(locked.get(caller.user.id) ?? null, 'meditation.join')
        if (error) throw error
        if (await isPushDeviceGone(tx, device.endpointHash)) throw appError(pushErrors.push_gone)
        await savePushDevice(tx, { ...device, renewedAt: new Date(clock.now()) })
      })
      return success
    },
    unsubscribeFromPush: async ({ caller, config, database }, { body }) => {
      const endpoint = pushEndpoint(body.endpoint, config.pushTestService)
      await database.transaction(async (tx) => {
        await assertNotBanned(tx, caller.user.id)
        if (endpoint !== null) await deletePushDevice(tx, caller.user.id, hashEndpoint(endpoint))
      })
      return success
    },
  })
}

function hashEndpoint(endpoint: string): Buffer {
  return hash('sha256', endpoint, 'buffer')
}
