// /goodbye: confirms that the account was deleted.
import { Link, Navigate } from '@tanstack/react-router'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { t } from '#shared/i18n/t.ts'
import { usePageTitle } from '#web/page-title.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function GoodbyeScreen() {
  usePageTitle(t('Farewell'))
  // A signed-in visitor typed the address.
  if (useUser().identity !== null) return <Navigate to="/" replace />
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState
        as="h1"
        title={t('Your account is deleted')}
        action={
          <Link to="/auth" className={buttonVariants()}>
            {t('Back to sign-in')}
          </Link>
        }
      >
        {t('Your data has been erased. Thank you for meditating with us. You’re welcome back anytime.')}
      </EmptyState>
    </div>
  )
}
