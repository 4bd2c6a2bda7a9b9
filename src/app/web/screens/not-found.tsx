// The page for unknown addresses (SHELL-10).
import { Link } from '@tanstack/react-router'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { usePageTitle } from '#web/page-title.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useStripJoinCodeParams } from '../search-params.ts'

export function NotFoundScreen() {
  usePageTitle(messages.notFound)
  useStripJoinCodeParams(useUser().identity !== null)
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState
        as="h1"
        title={messages.notFound}
        action={
          <Link to="/" className={buttonVariants({ variant: 'primary' })}>
            {t('Go home')}
          </Link>
        }
      >
        {t('There’s nothing at this address, but the water is still.')}
      </EmptyState>
    </div>
  )
}
