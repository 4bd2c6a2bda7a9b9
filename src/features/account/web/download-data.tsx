// 'Download my data' dialog: what the file contains, and the download (PROF-22).
import { useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { call, isCallError } from '#web/call.ts'
import { pageToday } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { saveFile } from '#web/save-file.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { accountCalls } from '../contract.ts'
import { exportFileName } from '../rules.ts'

interface DownloadDataProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DownloadData({ open, onOpenChange }: DownloadDataProps) {
  const { result, isBusy, download, reset } = useDownload()
  const setOpen = (next: boolean) => {
    if (!next) reset()
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      title={t('Download my data')}
      description={t(
        'One JSON file with your account and picture, your diary, sittings, messages and likes, the people you invited, your points, and your sign-ins.',
      )}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{result?.isDone ? t('Close') : t('Cancel')}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void download()}>
            {result?.isDone ? t('Download again') : t('Download')}
          </Button>
        </>
      }
    >
      {result === null ? (
        <p className="text-small text-ink-3">
          {t('It contains no data about other members except their names.')}
        </p>
      ) : result.isDone ? (
        <InlineBanner kind="done">{result.text}</InlineBanner>
      ) : (
        <FormError>{result.text}</FormError>
      )}
    </Dialog>
  )
}

interface DownloadResult {
  isDone: boolean
  text: string
}

function useDownload() {
  const [result, setResult] = useState<DownloadResult | null>(null)
  const [isBusy, setBusy] = useState(false)
  const download = useSubmitGuard(async () => {
    setBusy(true)
    setResult(await downloadData())
    setBusy(false)
  })
  return { result, isBusy, download, reset: () => setResult(null) }
}

async function downloadData(): Promise<DownloadResult> {
  try {
    const exported = await call(accountCalls.exportAccount, {})
    const name = exportFileName(pageToday())
    saveFile(new Blob([JSON.stringify(exported, null, 2), '\n'], { type: 'application/json' }), name)
    return { isDone: true, text: t('Saved as {file}.', { file: name }) }
  } catch (error) {
    logFailure('The data export failed.', error)
    return { isDone: false, text: downloadErrorMessage(error) }
  }
}

function downloadErrorMessage(error: unknown): string {
  if (isCallError(error) && error.errorBody?.code === 'unauthenticated') publishSessionSignal('ended')
  if (isCallError(error) && error.status === 429)
    return t('You can download your data three times a day. Please try again tomorrow.')
  return errorMessageOf(error, t('The download failed. Please try again.'))
}
