// Loading indicator: the opening rosette, full screen or in place.
import { t } from '#shared/i18n/t.ts'
import { usePendingScreen } from '../page-shell.ts'
import { OpeningRosette } from './rosette.tsx'

/** Fills the screen until the session is known, with the text 'Loading...'. [SHELL-01] */
export function FullScreenSpinner() {
  usePendingScreen()
  return (
    <div data-pending role="status" className="grid min-h-dvh place-items-center bg-bg">
      <div className="grid justify-items-center gap-5 text-ink-2">
        <OpeningRosette size={56} />
        <p>{t('Loading...')}</p>
      </div>
    </div>
  )
}

/** The loading indicator for part of a screen; `label` names what is loading. */
export function Spinner({ label = t('Loading...') }: { label?: string }) {
  return (
    <div role="status" className="flex items-center gap-3 text-ink-2">
      <OpeningRosette size={24} />
      <span>{label}</span>
    </div>
  )
}
