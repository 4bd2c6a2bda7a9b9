// The footer, on pages with room for it: links to the privacy policy and the terms.
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

// On wide screens /auth shows a picture beside the form; the footer is below the form alone.
const footerPlacement: Record<string, string> = { '/auth': 'lg:absolute lg:right-0 lg:bottom-0 lg:w-[46.5%]' }

const linkClassName = 'inline-flex min-h-11 items-center px-3 text-ink-3 hover:text-ink'

/** Most screens have no footer. */
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
