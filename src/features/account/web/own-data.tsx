// Own data settings: download data (PROF-22), delete account (PROF-24).
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'
import type { DeletionProof } from './delete-account.tsx'

const DownloadData = lazyPart(async () => (await import('./download-data.tsx')).DownloadData)
const DeleteAccount = lazyPart(async () => (await import('./delete-account.tsx')).DeleteAccount)

interface OwnDataProps {
  proof: DeletionProof
  /** Leaves the session of the deleted account for the page that confirms it. */
  onDeleted: () => Promise<void>
}

export function OwnData({ proof, onDeleted }: OwnDataProps) {
  const [download, downloadDialog] = useLazyDialog(DownloadData)
  const [deletion, deletionDialog] = useLazyDialog(DeleteAccount)
  return (
    <>
      <SettingRow title={t('Your data')} text={t('Everything we store about you, in one file.')}>
        <Button {...download}>{t('Download my data')}</Button>
        <DownloadData {...downloadDialog} />
      </SettingRow>
      <SettingRow title={t('Leaving')} text={t('Erases your account and all your data right away.')}>
        <Button variant="danger" {...deletion}>
          {t('Delete my account')}
        </Button>
        <DeleteAccount proof={proof} onDeleted={onDeleted} {...deletionDialog} />
      </SettingRow>
    </>
  )
}
