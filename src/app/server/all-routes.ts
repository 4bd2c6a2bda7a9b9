// The routes of every feature.
import { welcomeMember } from '#features/referrals/server/service.ts'
import { createAccountRoutes, memberDeletionRoutes } from '#features/account/server/routes.ts'
import { activityRoutes } from '#features/activity/server/routes.ts'
import type { IdentityProvider } from '#features/auth/server/identity.ts'
import { createReauthenticate } from '#features/auth/server/reauthentication.ts'
import { authRoutes } from '#features/auth/server/routes.ts'
import { createChatRoutes } from '#features/chat/server/routes.ts'
import { energyRoutes } from '#features/energy/server/routes.ts'
import { createLiveRoutes } from '#features/live/server/routes.ts'
import type { LiveChannel } from '#features/live/server/live-channel.ts'
import type { DailyMeditationCache } from '#features/meditation/server/daily-meditation-cache.ts'
import type { SubmitTimeReport } from '#features/meditation/server/report-batcher.ts'
import { createMeditationRoutes } from '#features/meditation/server/routes.ts'
import type { PictureWorkerPool } from '#features/profile/server/picture-worker-pool.ts'
import { createPicturesRoutes, createProfileRoutes } from '#features/profile/server/routes.ts'
import { createReferralsRoutes } from '#features/referrals/server/routes.ts'
import { schedulesRoutes } from '#features/schedules/server/routes.ts'
import { templatesRoutes } from '#features/templates/server/routes.ts'
import type { AddressBanRegistry } from '#features/users/server/address-bans.ts'
import {
  createAddressBansRoutes,
  firstAdminRoutes,
  membersRoutes,
  totalsRoutes,
  usersRoutes,
} from '#features/users/server/routes.ts'
import { firstCompletedAt } from '#features/meditation/server/service.ts'
import type { Database } from '#server/db/database.ts'
import type { Routes } from '#server/http/calls.ts'

interface RouteDeps {
  database: Database
  identity: IdentityProvider
  pictures: PictureWorkerPool
  live: LiveChannel
  bannedAddresses: AddressBanRegistry
  days: DailyMeditationCache
  submitReport: SubmitTimeReport
}

/** Creates all routes, with the dependencies that their handlers need besides the platform. */
export function allRoutes({
  database,
  identity,
  pictures,
  live,
  bannedAddresses,
  ...meditation
}: RouteDeps): Routes[] {
  const { today } = live
  const reauthenticate = createReauthenticate(identity)
  return [
    ...authRoutes(identity, welcomeMember),
    createAccountRoutes(reauthenticate),
    memberDeletionRoutes,
    createProfileRoutes(pictures, reauthenticate),
    createPicturesRoutes(pictures),
    createMeditationRoutes({ today, ...meditation }),
    createLiveRoutes(live),
    createChatRoutes(database),
    energyRoutes,
    createReferralsRoutes({ firstCompletedAt }),
    templatesRoutes,
    schedulesRoutes,
    usersRoutes,
    membersRoutes,
    firstAdminRoutes,
    totalsRoutes,
    createAddressBansRoutes(bannedAddresses),
    activityRoutes,
  ]
}
