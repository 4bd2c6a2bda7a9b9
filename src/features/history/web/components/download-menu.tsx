// 'Download my history' menu: file formats and their export.
import { Braces, Sheet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { msToTimestamp } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { pageCommunity } from '#web/community.ts'
import { csvFile } from '#web/csv-file.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { saveFile } from '#web/save-file.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { csvTable, type FileFormat, historyExport, historyFileName } from '../../export.ts'
import type { HistoryDay } from '../../history.ts'

interface DownloadMenuProps {
  days: readonly HistoryDay[]
  trigger: ReactNode
}

/** Opens on mount: the press on its button loaded it. */
export function DownloadMenu({ days, trigger }: DownloadMenuProps) {
  const [downloaded, setDownloaded] = useState('')
  const download = async (format: FileFormat) => {
    const nowMs = serverNow()
    const name = historyFileName(pageDays().dayOf(nowMs), format)
    try {
      saveFile(format === 'csv' ? await csvFile(csvTable(days)) : jsonFile(days, nowMs), name)
      setDownloaded(name)
    } catch (error) {
      logFailure('The history was not downloaded.', error)
      const description = errorMessageOf(error, t('Please try again.'))
      toast({ title: t('Not downloaded'), description, variant: 'destructive' })
    }
  }
  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        <MenuItem onSelect={() => void download('csv')}>
          <Sheet aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('CSV, for a spreadsheet')}
        </MenuItem>
        <MenuItem onSelect={() => void download('json')}>
          <Braces aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('JSON, for a program')}
        </MenuItem>
      </Menu>
      {/* The browser shows a download only visually. Beside the button it would be a pixel outside of a narrow page. */}
      <span role="status" className="sr-only start-0">
        {downloaded !== '' && t('Downloaded {file}', { file: downloaded })}
      </span>
    </>
  )
}

function jsonFile(days: readonly HistoryDay[], nowMs: number): Blob {
  const document = historyExport(days, { product: pageCommunity().name, exportedAt: msToTimestamp(nowMs) })
  return new Blob([JSON.stringify(document, null, 2), '\n'], { type: 'application/json' })
}
