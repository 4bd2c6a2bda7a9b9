// The page for every address that leads nowhere (SHELL-10).
import { Link } from '@tanstack/react-router'
import { useUser } from '#features/auth/web/use-user.ts'
import { messages } from '#shared/messages.ts'
import { usePageTitle } from '#web/app-name.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useWithoutRef } from '../search.ts'

export function NotFoundScreen() {
  usePageTitle(messages.notFound)
  useWithoutRef(useUser().identity !== null)
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState
        as="h1"
        title={messages.notFound}
        action={
          <Link to="/" className={buttonLook({ variant: 'primary' })}>
            Go home
          </Link>
        }
      >
        There is nothing at this address. The water is still all the same.
      </EmptyState>
    </div>
  )
}
