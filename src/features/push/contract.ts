// Push contract: the devices of a member that receive notifications while no page is open.
import * as z from 'zod/mini'
import { urlMaxChars } from '#shared/constants.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { pushErrors } from './errors.ts'

const keySentence = 'This browser’s key isn’t valid.'

/** An uncompressed P-256 point of 65 bytes, in base64url: its first byte is 4. */
const publicKeySchema = z.string().check(z.regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/, keySentence))
/** 16 bytes in base64url. */
const authSecretSchema = z.string().check(z.regex(/^[\w-]{21}[AQgw]$/, keySentence))
const keysSchema = z.strictObject({ p256dh: publicKeySchema, auth: authSecretSchema })
/** As browsers write addresses: visible ASCII. */
const endpointSchema = z
  .string()
  .check(
    z.maxLength(urlMaxChars, 'This address is too long.'),
    z.regex(/^[!-~]*$/, 'This address has a character that isn’t allowed.'),
  )

/** Why the server can't offer push: its site has no https address, or no public host. */
export const pushObstacles = ['https', 'host'] as const
export type PushObstacle = (typeof pushObstacles)[number]

const limits = [{ per: 'caller', perMinute: 30 }] as const

export const pushCalls = {
  /**
   * The key with which a browser subscribes; null with the reason where push isn't offered (REM-08). `hasDevice`: the
   * member has a device that notifications reach.
   */
  pushKey: endpoint({
    method: 'GET',
    path: '/api/account/push',
    needs: 'meditation.join',
    response: z.object({
      publicKey: z.nullable(z.string()),
      obstacle: z.nullable(z.enum(pushObstacles)),
      hasDevice: z.boolean(),
    }),
  }),
  /**
   * Adds or renews a device. It leaves the member who had it before. `push_gone`: its service has ended the subscription,
   * and another one is needed.
   */
  subscribeToPush: endpoint({
    method: 'POST',
    path: '/api/account/push',
    needs: 'meditation.join',
    body: z.strictObject({ endpoint: endpointSchema, keys: keysSchema }),
    response: successSchema,
    limits,
    errors: [pushErrors.push_gone],
  }),
  /** Deletes a device of the member; succeeds if there is none. */
  unsubscribeFromPush: endpoint({
    method: 'DELETE',
    path: '/api/account/push',
    needs: 'meditation.join',
    body: z.strictObject({ endpoint: endpointSchema, keys: z.optional(keysSchema) }),
    response: successSchema,
    limits,
  }),
}
