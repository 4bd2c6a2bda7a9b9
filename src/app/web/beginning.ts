// How a page begins: mostly alone, or with what another one left for it.
import { isBackFromGoogle, providerSettings } from '#features/auth/web/provider.ts'
import type { Session } from '#features/auth/web/session.ts'
import { logFailure } from '#web/log.ts'
import type * as arrival from './arrival.ts'
import { keepAuthApart } from './documents.ts'

/** Asks who is here. Answers once the router may read the address. */
export async function begin(
  session: Session,
  load: () => Promise<typeof arrival> = () => import('./arrival.ts'),
): Promise<void> {
  const isFirebase = providerSettings().provider === 'firebase'
  const isBack = isBackFromGoogle()
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
    keepAuthApart(async () => {
      const part = await loading
      if (part) part.loadAnew(session)
      else window.location.reload()
    })
  }
  void loading.then((part): Promise<unknown> => (part ? part.arrive(session) : session.load()))
  // Only whoever comes back may have a code, which has to be in the address again by then.
  if (isBack) await loading
}
