// Import a history: a file or pasted text, what the import would do, and the import (PORT-01, PORT-02).
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { FileOrTextField } from '#web/ui/file-or-text-field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import type { ImportSummary } from '../contract.ts'
import { formatTotals } from '../summary-words.ts'
import { DateOrderQuestion, HistoryPreview } from './history-preview.tsx'
import { useHistoryImport } from './use-history-import.ts'

interface ImportHistoryDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Settings came along with the file. */
  onSettings: () => void
}

export function ImportHistoryDialog({ open, onOpenChange, onSettings }: ImportHistoryDialogProps) {
  return open && <HistoryImport onClose={() => onOpenChange(false)} onSettings={onSettings} />
}

const fileTypes = '.csv,.tsv,.txt,.json,text/csv,text/plain,application/json'

function HistoryImport({ onClose, onSettings }: { onClose: () => void; onSettings: () => void }) {
  const [withSettings, setWithSettings] = useState(false)
  const flow = useHistoryImport(({ settings, ...summary }) => {
    if (withSettings && settings.length > 0) onSettings()
    toast({ title: t('Added to your history'), description: formatTotals(summary).join(', ') })
    onClose()
  })
  const { text, summary, failure, isReading, isImporting } = flow
  const { ask, question } = useAskBeforeLeaving({ open: true, isChanged: text !== '', leave: onClose })
  const isBusy = isReading || isImporting
  const content = useRef<HTMLDivElement>(null)
  const step = summary === null ? 'file' : summary.ambiguousDate === null ? 'preview' : 'order'
  useEffect(() => content.current?.closest('[role=dialog]')?.scrollTo({ top: 0 }), [step])
  return (
    <>
      <Dialog
        open
        title={t('Import a history')}
        description={t(
          'From Insight Timer, Waking Up, VA Mindfulness Coach, Finch, or another Stillwater community.',
        )}
        onOpenChange={() => !isImporting && ask()}
        footer={
          summary === null ? (
            <>
              <Button onClick={ask}>{t('Cancel')}</Button>
              <Button
                variant="primary"
                disabled={text.trim() === ''}
                busy={isReading}
                onClick={() => void flow.preview()}
              >
                {t('Preview')}
              </Button>
            </>
          ) : (
            <>
              <Button disabled={isBusy} onClick={flow.back}>
                {t('Back')}
              </Button>
              <Button
                variant="primary"
                disabled={!isImportable(summary, withSettings)}
                busy={isImporting}
                onClick={({ detail }) => {
                  // A double-click on Preview must not import.
                  if (detail < 2) void flow.send(withSettings)
                }}
              >
                {t('Import')}
              </Button>
            </>
          )
        }
      >
        <div ref={content} className="grid gap-5">
          {failure !== null && <FormError>{failure}</FormError>}
          {summary === null ? (
            <Source flow={flow} />
          ) : summary.ambiguousDate === null ? (
            <>
              <HistoryPreview summary={summary} />
              {summary.settings.length > 0 && (
                <Checkbox
                  label={t('Also take over my language and my rhythm')}
                  hint={t('They replace what you chose here.')}
                  checked={withSettings}
                  onChange={({ target }) => setWithSettings(target.checked)}
                />
              )}
            </>
          ) : (
            <DateOrderQuestion date={summary.ambiguousDate} isBusy={isReading} onChoose={flow.chooseOrder} />
          )}
          <p role="status" className="text-small text-ink-3 empty:hidden">
            {isReading && t('Reading the file…')}
            {isImporting && t('Importing. Long histories take a few seconds.')}
          </p>
        </div>
      </Dialog>
      {question}
    </>
  )
}

function isImportable(summary: ImportSummary, withSettings: boolean): boolean {
  if (summary.ambiguousDate !== null) return false
  return summary.sits + summary.entries > 0 || (withSettings && summary.settings.length > 0)
}

function Source({ flow }: { flow: ReturnType<typeof useHistoryImport> }) {
  const { text, setText, fileName, readFile } = flow
  return (
    <FileOrTextField
      label={t('History')}
      hint={
        fileName === null
          ? t(
              'Choose the file that the app exported, or paste its text here. Nothing is stored before you import.',
            )
          : t('From {file}.', { file: fileName })
      }
      fileLabel={t('History file')}
      fileTypes={fileTypes}
      text={fileName === null ? text : ''}
      placeholder={fileName ?? ''}
      onText={setText}
      onFile={(file) => void readFile(file)}
    />
  )
}
