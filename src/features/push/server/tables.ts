// Member data of web push: the devices on which a member receives notifications.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { memberTable } from '#server/member-table.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const pushSubscriptionsTable = memberTable('push_subscriptions', {
  owner: 'userId',
  export: {
    at: 'push.devices',
    // The push service of the browser's maker, and when the device was last renewed.
    row: z.object({ service: z.string(), renewedAt: timestampSchema }),
    // The host alone: the address is a secret of the browser.
    from: { service: sql`substring(endpoint from '^https://(?:[^/@]*@)?([^/:?#]+)')` },
    order: { newest: 'renewedAt' },
  },
})
