// The auth feature for the server: accounts, sessions, and the identity provider that the settings select.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { ScheduledJob } from '#server/jobs/scheduled-jobs.ts'
import { endedSessionRetentionDays, signInAddressRetentionDays } from '#shared/constants.ts'
import { providerEndpoints, type ProviderEndpoints } from './external-identity/provider-endpoints.ts'
import { createBuiltinIdentity } from './identity-builtin.ts'
import { createFirebaseIdentity } from './identity-firebase.ts'
import type { IdentityProvider } from './identity.ts'
import { createReauthenticate, type Reauthenticate } from './reauthentication.ts'
import type { JoinHooks } from './registration.ts'
import { authRoutes } from './routes.ts'
import { createSessionRegistry, type SessionRegistry, type SessionTimings } from './session-registry.ts'
import { deleteExpiredProviderSessions } from './sql/identity-users.ts'
import { deleteFullMailLimits } from './sql/mail-limits.ts'
import { deleteExpiredLinks } from './sql/mailed-links.ts'
import { deleteEndedSessions } from './sql/sessions.ts'
import { eraseSignInIps } from './sql/users.ts'

export interface AuthModule extends FeatureModule {
  readonly identity: IdentityProvider
  readonly sessions: SessionRegistry
  readonly reauthenticate: Reauthenticate
}

export interface AuthOptions extends JoinHooks {
  jobs: JobQueue
  /** Tests only: the endpoints of the Firebase and Google stubs. */
  externalProviderUrls?: ProviderEndpoints | undefined
  /** Tests only: other intervals. */
  sessionTimings?: SessionTimings | undefined
}

export async function createAuthModule(platform: Platform, options: AuthOptions): Promise<AuthModule> {
  const identity = createIdentityProvider(platform, options)
  const sessions = await createSessionRegistry(platform, options.sessionTimings)
  return {
    identity,
    sessions,
    reauthenticate: createReauthenticate(identity),
    routes: authRoutes(identity, options),
    scheduledJobs: retentionJobs(platform),
    close: async () => {
      await sessions.close()
      await identity.close()
    },
  }
}

function createIdentityProvider(
  platform: Platform,
  { jobs, externalProviderUrls = providerEndpoints }: AuthOptions,
): IdentityProvider {
  const { firebase } = platform.config
  return firebase
    ? createFirebaseIdentity(platform, jobs, firebase, externalProviderUrls)
    : createBuiltinIdentity(platform, externalProviderUrls)
}

function retentionJobs(platform: Platform): ScheduledJob[] {
  return [
    retentionJob(platform, { name: 'mailed-links', every: 'hour', erase: deleteExpiredLinks }),
    retentionJob(platform, { name: 'mail-limits', every: 'hour', erase: deleteFullMailLimits }),
    retentionJob(platform, {
      name: 'provider-leftovers',
      every: 'hour',
      erase: async (db, now) => {
        await deleteExpiredProviderSessions(db, now)
        return 0
      },
    }),
    retentionJob(platform, {
      name: 'sessions',
      every: 'day',
      // Each deletion is published to every node.
      chunkMax: 250,
      erase: (db, now, max) =>
        deleteEndedSessions(db, { endedBefore: daysBefore(now, endedSessionRetentionDays), now, max }),
    }),
    retentionJob(platform, {
      name: 'sign-in-addresses',
      every: 'day',
      erase: (db, now, max) => eraseSignInIps(db, daysBefore(now, signInAddressRetentionDays), max),
    }),
  ]
}
