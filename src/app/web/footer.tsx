// At the foot of the pages where there is room for it: the way to what is kept here, and to what holds.
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

// Beside the water it stands under the form alone.
const footerPlacement: Record<string, string> = { '/auth': 'lg:absolute lg:right-0 lg:bottom-0 lg:w-[46.5%]' }

const linkClassName = 'inline-flex min-h-11 items-center px-3 text-ink-3 hover:text-ink'

/** Of the screen at a path; most have none. */
export function Footer({ pathname }: { pathname: string }) {
  if (!/^\/(auth|settings|privacy|terms)\/*$/.test(pathname)) return null
  return (
    <footer
      className={clsx('flex flex-none justify-center text-small', footerPlacement[pathname] ?? 'pt-6 pb-2')}
    >
      <Link to="/privacy" className={linkClassName}>
        Privacy
      </Link>
      <Link to="/terms" className={linkClassName}>
        Terms
      </Link>
    </footer>
  )
}
