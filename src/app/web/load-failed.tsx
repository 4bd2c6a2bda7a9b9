// Shown in place of a screen that failed to load or to render.
import { t } from '#shared/i18n/t.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { isImportFailure } from '#web/use-lazy-import.ts'

/** Blames the connection only for an import that failed; an error while drawing has another cause (SHELL-36). */
export function ScreenFailed({ error }: { error: unknown }) {
  return isImportFailure(error) ? <LoadFailed /> : <RenderFailed />
}

export function LoadFailed() {
  return (
    <div className={className}>
      <ErrorPanel title={t('This page didn’t load')} onRetry={reload}>
        {t('The connection may have dropped for a moment. Nothing of yours is lost.')}
      </ErrorPanel>
    </div>
  )
}

function RenderFailed() {
  return (
    <div className={className}>
      <ErrorPanel title={t('Something went wrong on this page')} retryLabel={t('Reload')} onRetry={reload}>
        {t('It isn’t your connection. A reload usually helps, and what you saved is safe.')}
      </ErrorPanel>
    </div>
  )
}

const className = 'mx-auto grid w-full max-w-120 flex-1 content-center px-4 py-16'

function reload(): void {
  window.location.reload()
}
