// 'Download my data' dialog: what the file contains, and the download (PROF-22).
import { useState } from 'react'
import { accountCalls } from '#features/account/contract.ts'
import { exportFileName } from '#features/account/rules.ts'
import { chicagoDay } from '#shared/day.ts'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { saveFile } from '#web/save-file.ts'
import { serverNow } from '#web/server-clock.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { InlineNotice } from './inline-notice.tsx'

interface DownloadDataProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DownloadData({ open, onOpenChange }: DownloadDataProps) {
  const { said, isBusy, download, reset } = useDownload()
  const setOpen = (next: boolean) => {
    if (!next) reset()
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      title="Download my data"
      description="Your account and picture, your diary, sittings, messages and likes, whom you invited, your points, and your sign-ins: as one file that programs can read (JSON)."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{said?.isDone ? 'Close' : 'Cancel'}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void download()}>
            {said?.isDone ? 'Download again' : 'Download'}
          </Button>
        </>
      }
    >
      {said === null ? (
        <p className="text-small text-ink-3">Of other people it holds no more than the names.</p>
      ) : said.isDone ? (
        <InlineNotice kind="done">{said.text}</InlineNotice>
      ) : (
        <FormError>{said.text}</FormError>
      )}
    </Dialog>
  )
}

interface DownloadResult {
  isDone: boolean
  text: string
}

function useDownload() {
  const [said, setSaid] = useState<DownloadResult | null>(null)
  const [isBusy, setBusy] = useState(false)
  const download = useSubmitGuard(async () => {
    setBusy(true)
    setSaid(await downloadData())
    setBusy(false)
  })
  return { said, isBusy, download, reset: () => setSaid(null) }
}

async function downloadData(): Promise<DownloadResult> {
  try {
    const answer = await call(accountCalls.exportAccount, {})
    const name = exportFileName(chicagoDay(serverNow()))
    saveFile(new Blob([JSON.stringify(answer, null, 2), '\n'], { type: 'application/json' }), name)
    return { isDone: true, text: `It is saved as ${name}.` }
  } catch (error) {
    logFailure('The own data was not downloaded.', error)
    return { isDone: false, text: downloadErrorMessage(error) }
  }
}

function downloadErrorMessage(error: unknown): string {
  if (isCallError(error) && error.errorBody?.code === 'unauthenticated') publishSessionSignal('ended')
  if (isCallError(error) && error.status === 429)
    return 'This can be had three times a day. Please come back tomorrow.'
  return errorMessageOf(error, 'It was not downloaded. Please try again.')
}
