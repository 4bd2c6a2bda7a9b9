// The push feature for the server: its calls, its sender, and the deletion of devices that are signed out.
import { logoPath } from '#features/community/logo.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { registerCounter } from '#server/metrics/registry.ts'
import { goneDeviceRetentionDays } from '#shared/constants.ts'
import { vapidSubject } from '../rules.ts'
import { createPushRoutes, type PushOffer } from './routes.ts'
import { createPushSender } from './sender.ts'
import type { PushResult, PushSender } from './service.ts'
import { deleteGonePushDevices, deleteSignedOutDevices } from './sql.ts'
import { loadVapidKey } from './vapid-key.ts'

export interface PushModule extends FeatureModule {
  readonly sender: PushSender
}

export async function createPushModule(platform: Platform): Promise<PushModule> {
  const results: Record<PushResult, number> = { sent: 0, gone: 0, refused: 0, late: 0 }
  const { offer, sender, close } = await openPush(platform, (result) => {
    results[result] += 1
  })
  return {
    sender,
    routes: [createPushRoutes(offer)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'push-devices',
        every: 'day',
        erase: (db, _now, max) => deleteSignedOutDevices(db, max),
      }),
      retentionJob(platform, {
        name: 'gone-push-devices',
        every: 'day',
        erase: (db, now, max) => deleteGonePushDevices(db, daysBefore(now, goneDeviceRetentionDays), max),
      }),
    ],
    registerMetrics: (registry) =>
      registerCounter(registry, {
        name: 'stillwater_pushes_total',
        help: 'Push notifications to devices, by result: sent, gone, refused, late.',
        labelNames: ['result'],
        read: () => Object.entries(results).map(([result, count]) => [{ result }, count] as const),
      }),
    close,
  }
}

interface OpenPush {
  offer: PushOffer
  sender: PushSender
  close: () => void
}

async function openPush(platform: Platform, onResult: (result: PushResult) => void): Promise<OpenPush> {
  const { config, log } = platform
  const { subject, obstacle } = vapidSubject(config.publicUrl, config.mailFrom.address)
  if (subject === null) {
    log.info({ part: 'push', reason: obstacleReasons[obstacle] }, 'Web push is not offered.')
    return {
      offer: { publicKey: null, obstacle },
      sender: { listDevices: async () => new Map(), deliver: async () => undefined },
      close: () => undefined,
    }
  }
  const key = await loadVapidKey(platform)
  const sender = createPushSender({
    platform,
    key,
    subject,
    icon: () => iconOf(platform.community.settings().logoId),
    onResult,
  })
  return {
    offer: { publicKey: key.publicKey.toString('base64url'), obstacle: null },
    sender,
    close: sender.close,
  }
}

/** The community's logo, as in the installed app. */
function iconOf(logoId: string | null): string {
  return logoId === null ? '/icons/icon-192.png' : logoPath(logoId, 'icon-192')
}

const obstacleReasons = {
  https: 'PUBLIC_URL has no https address.',
  host: 'Neither MAIL_FROM nor PUBLIC_URL has a public host.',
} as const
