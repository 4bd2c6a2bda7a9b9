// Starts the page: loads the session, and restores the state that a previous document of this tab saved.
import { hasRedirectState, readProviderSettings } from '#features/auth/web/data/provider.ts'
import type { SessionClient } from '#features/auth/web/data/session-client.ts'
import { logFailure } from '#web/log.ts'
import { hasSavedState, isolateDocuments } from './document-isolation.ts'
import type * as pageHandoff from './page-handoff.ts'

/** Starts to load the session. Resolves as soon as the router may read the URL. */
export async function bootstrap(
  session: SessionClient,
  loadHandoff: () => Promise<typeof pageHandoff> = () => import('./page-handoff.ts'),
): Promise<void> {
  const isFirebase = readProviderSettings().provider === 'firebase'
  const isBackFromProvider = hasRedirectState()
  // If the handoff's chunk fails to load, the saved state is lost, and the page starts without it.
  const load = () =>
    loadHandoff().catch((error: unknown) => {
      logFailure('The page handoff failed to load; the saved state is lost.', error)
      return null
    })
  const handoffLoading = isFirebase || isBackFromProvider || hasSavedState() ? load() : null
  isolateDocuments({
    hasOwnAuth: isFirebase,
    leave: async () => {
      const handoff = await (handoffLoading ?? load())
      if (handoff) handoff.reloadWithState(session)
      else window.location.reload()
    },
  })
  if (handoffLoading === null) {
    void session.load()
    return
  }
  void handoffLoading.then((handoff): Promise<unknown> =>
    handoff ? handoff.restoreState(session) : session.load(),
  )
  // Only a member back from the provider may have a referral code. `restoreState` puts it into the URL, which the
  // router must not read earlier.
  if (isBackFromProvider) await handoffLoading
}
