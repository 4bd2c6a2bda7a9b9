// /moderation: requests for help, and the cases that members' reports have made, for moderators.
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { CaseList } from '#features/moderation/web/components/case-list.tsx'
import { CaseView } from '#features/moderation/web/components/case-view.tsx'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { useOnline } from '#web/use-online.ts'

/** Most of the time nobody asks. */
const HelpQueue = lazyPart(async () => (await import('#features/help/web/help-queue.tsx')).HelpQueue)

const title = t('Moderation')

/** Requires the role of garden angel or administrator. The address names the open case: Back returns to the list. */
export function ModerationScreen() {
  usePageTitle(title)
  const { user } = useUser()
  const { data: caseId } = idInPathSchema.safeParse(useLocation({ select: ({ hash }) => hash }))
  const isOnline = useOnline()
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  if (!user) return null
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="mx-auto grid w-full max-w-[72rem] grid-cols-1 gap-6 px-4 py-6 outline-none md:px-8 md:py-10"
    >
      {!isOnline && <InlineBanner>{t('You are offline. What you see may be out of date.')}</InlineBanner>}
      {caseId === undefined ? (
        <>
          <header className="grid gap-2">
            <h1 className="serif text-page">{title}</h1>
            <p className="max-w-[68ch] text-ink-2">
              {t('What members reported. Authors aren’t told that their message was reported.')}
            </p>
          </header>
          <div className="flex flex-wrap items-start gap-x-10 gap-y-8 *:min-w-0 *:flex-[1_1_20rem]">
            <HelpQueue helperId={user.id} />
            <div className="flex-[2_1_26rem]!">
              <CaseList moderatorId={user.id} />
            </div>
          </div>
        </>
      ) : (
        <CaseView key={caseId} id={caseId} moderator={user} />
      )}
    </div>
  )
}
