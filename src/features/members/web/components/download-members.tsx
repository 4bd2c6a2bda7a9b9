// 'Download users': the list, or all users, as a CSV file for a spreadsheet (USR-33).
import { Download } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { call } from '#web/call.ts'
import { communityZone, pageToday } from '#web/community-days.ts'
import { csvFile } from '#web/csv-file.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { saveFile } from '#web/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { membersCalls } from '../../contract.ts'
import { membersFileName, membersTable } from '../../download.ts'
import { isMemberFiltered } from '../../member-filter.ts'
import type { MembersView } from '../hooks/use-members.ts'

interface DownloadMembersProps {
  match: MembersView['match']
  /** How many users match. */
  found: number
}

export function DownloadMembers({ match, found }: DownloadMembersProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Download aria-hidden className="size-5" strokeWidth={1.8} />
        {t('Download')}
      </Button>
      {isOpen && (
        <DownloadDialog {...{ match, found }} onClose={() => setOpen(false)} returnFocusTo={button} />
      )}
    </>
  )
}

type Choice = 'found' | 'all'

interface DownloadDialogProps extends DownloadMembersProps {
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

function DownloadDialog({ match, found, onClose, returnFocusTo }: DownloadDialogProps) {
  const isNarrowed = match.search !== '' || isMemberFiltered(match.filter)
  const [choice, setChoice] = useState<Choice>('found')
  const [result, setResult] = useState<DownloadResult | null>(null)
  const [isBusy, setBusy] = useState(false)
  const download = useSubmitGuard(async () => {
    setBusy(true)
    setResult(await downloadMembers(isNarrowed && choice === 'found' ? match : null))
    setBusy(false)
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('Download users')}
      description={t(
        'A CSV file for a spreadsheet: name, email address, role, who may hold sittings, day of joining, day last seen, and minutes.',
      )}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <Button onClick={onClose}>{result?.isDone ? t('Close') : t('Cancel')}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void download()}>
            {result?.isDone ? t('Download again') : t('Download')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {isNarrowed && (
          <Segmented<Choice>
            legend={t('Which users')}
            options={[
              { value: 'found', label: t('Those found ({count, number})', { count: found }) },
              { value: 'all', label: t('All users') },
            ]}
            value={choice}
            onChange={(chosen) => {
              setChoice(chosen)
              setResult(null)
            }}
          />
        )}
        {result === null && (
          <p className="text-small text-ink-3">
            {t(
              'Activity records that you downloaded it, and the number of users. Please keep the file safe.',
            )}
          </p>
        )}
        {result?.isDone === true && <InlineBanner kind="done">{result.text}</InlineBanner>}
        {result?.isDone === false && <FormError>{result.text}</FormError>}
      </div>
    </Dialog>
  )
}

interface DownloadResult {
  isDone: boolean
  text: string
}

/** All users without a match. */
async function downloadMembers(match: MembersView['match'] | null): Promise<DownloadResult> {
  try {
    const search = match === null || match.search === '' ? {} : { search: match.search }
    const { members } = await call(membersCalls.downloadMembers, { body: { ...search, ...match?.filter } })
    const name = membersFileName(pageToday())
    saveFile(await csvFile(membersTable(members, communityZone())), name)
    return { isDone: true, text: t('Saved as {file}.', { file: name }) }
  } catch (error) {
    logFailure('The users were not downloaded.', error)
    return { isDone: false, text: errorMessageOf(error, t('The download failed. Please try again.')) }
  }
}
