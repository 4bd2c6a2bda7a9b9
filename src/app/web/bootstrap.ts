// How a page begins: mostly alone, or with what another one left for it.
import { hasRedirectState, readProviderSettings } from '#features/auth/web/provider.ts'
import type { SessionClient } from '#features/auth/web/session-client.ts'
import { logFailure } from '#web/log.ts'
import type * as arrival from './page-handoff.ts'
import { isolateAuthDocument } from './auth-document-isolation.ts'

/** Asks who is here. Answers once the router may read the address. */
export async function bootstrap(
  session: SessionClient,
  load: () => Promise<typeof arrival> = () => import('./page-handoff.ts'),
): Promise<void> {
  const isFirebase = readProviderSettings().provider === 'firebase'
  const isBack = hasRedirectState()
  if (!isFirebase && !isBack) {
    void session.load()
    return
  }
  // Where that part of the app doesn't come, what was left is lost, and everything else goes on.
  const loading = load().catch((error: unknown) => {
    logFailure('What another page left could not be taken up.', error)
    return null
  })
  if (isFirebase) {
    isolateAuthDocument(async () => {
      const part = await loading
      if (part) part.reloadWithState(session)
      else window.location.reload()
    })
  }
  void loading.then((part): Promise<unknown> => (part ? part.restoreState(session) : session.load()))
  // Only whoever comes back may have a code, which has to be in the address again by then.
  if (isBack) await loading
}
