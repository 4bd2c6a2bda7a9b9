// 'Download my history' button; its menu is loaded on intent.
import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyMenu } from '#web/use-lazy-overlay.ts'
import type { HistoryDay } from '../../history.ts'

const loadMenu = async () => (await import('./download-menu.tsx')).DownloadMenu

/** `days` is the whole history, oldest first. Renders nothing without days. */
export function DownloadHistory({ days }: { days: readonly HistoryDay[] }) {
  const [DownloadMenu, button] = useLazyMenu(loadMenu)
  if (days.length === 0) return null
  if (DownloadMenu) return <DownloadMenu days={days} trigger={<DownloadButton />} />
  return <DownloadButton {...button} />
}

function DownloadButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button variant="subtle" {...props}>
      <Download aria-hidden className="size-4.5" strokeWidth={1.8} />
      <span className="max-sm:sr-only">{t('Download my history')}</span>
    </Button>
  )
}
