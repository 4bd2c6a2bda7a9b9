// Starts the page: loads the session, and restores the state that a previous document handed off.
import { hasRedirectState, readProviderSettings } from '#features/auth/web/provider.ts'
import type { SessionClient } from '#features/auth/web/session-client.ts'
import { logFailure } from '#web/log.ts'
import type * as pageHandoff from './page-handoff.ts'
import { isolateAuthDocument } from './auth-document-isolation.ts'

/** Loads the session. Resolves once the router may read the address. */
export async function bootstrap(
  session: SessionClient,
  load: () => Promise<typeof pageHandoff> = () => import('./page-handoff.ts'),
): Promise<void> {
  const isFirebase = readProviderSettings().provider === 'firebase'
  const hasReturned = hasRedirectState()
  if (!isFirebase && !hasReturned) {
    void session.load()
    return
  }
  // If that chunk fails to load, the handed-off state is lost, and the page starts without it.
  const loading = load().catch((error: unknown) => {
    logFailure('The page handoff failed to load; the saved state is lost.', error)
    return null
  })
  if (isFirebase) {
    isolateAuthDocument(async () => {
      const handoff = await loading
      if (handoff) handoff.reloadWithState(session)
      else window.location.reload()
    })
  }
  void loading.then((handoff): Promise<unknown> => (handoff ? handoff.restoreState(session) : session.load()))
  // Only a member back from the provider may have a code, which must be in the address before the router reads it.
  if (hasReturned) await loading
}
