// Import CSV dialog: format help, text or file, row preview, import (TPL-14).
import { Copy, Check, CircleAlert, Download } from 'lucide-react'
import { useRef, type ReactNode, useEffect } from 'react'
import { liveMinutesMax } from '#features/sittings/plays.ts'
import { templatesPerImportMax, templateMinutesMax } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { saveFile } from '#web/save-file.ts'
import { copyText } from '#web/secure-context.ts'
import { tableFileTypes } from '#web/table-file.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { FileOrTextField } from '#web/ui/file-or-text-field.tsx'
import { Summary } from '#web/ui/summary.tsx'
import { formatBlocks } from '../../block-lines.ts'
import { importSummary, isValidRow, sampleCsv, type CsvRow } from '../../csv.ts'
import { placeLine } from '../../rules.ts'
import { useImport } from '../hooks/use-import.ts'
import { useVideoLengths, type VideoLengths } from '../hooks/use-video-lengths.ts'
import { ProposedMinutes } from './video-length.tsx'

interface ImportDialogProps {
  open: boolean
  /** The pasted text or the file's content. */
  text: string
  onText: (text: string) => void
  onClose: () => void
}

export function ImportDialog({ open, text, onText, onClose }: ImportDialogProps) {
  const onImported = () => {
    onText('')
    onClose()
  }
  const flow = useImport({ text, onText, onImported })
  const { rows, failure, isParsing, isImporting } = flow
  const content = useRef<HTMLDivElement>(null)
  const isPreview = rows !== null
  useEffect(() => {
    // The preview begins at its top, however far the pasted text was scrolled.
    content.current?.closest('[role=dialog]')?.scrollTo({ top: 0 })
  }, [isPreview])
  const areAllValid = rows?.every(isValidRow) ?? false
  return (
    <Dialog
      open={open}
      size="lg"
      title={t('Import CSV')}
      description={t('Up to {max} templates at once. If one row is invalid, none are imported.', {
        max: templatesPerImportMax,
      })}
      onOpenChange={() => !isImporting && onClose()}
      footer={
        rows === null ? (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              disabled={text.trim() === ''}
              busy={isParsing}
              onClick={() => void flow.preview()}
            >
              {t('Preview Templates')}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={isImporting} onClick={flow.back}>
              {t('Back')}
            </Button>
            <Button
              variant="primary"
              disabled={!areAllValid}
              busy={isImporting}
              onClick={({ detail }) => {
                // A double-click on Preview Templates must not trigger the import.
                if (detail < 2) void flow.send()
              }}
            >
              {t('Import {count} Templates', { count: rows.length })}
            </Button>
          </>
        )
      }
    >
      <div ref={content} className="grid gap-5">
        {failure !== null && <FormError>{failure}</FormError>}
        {rows === null ? (
          <Source
            text={text}
            onText={(typed) => {
              flow.clearFailure()
              onText(typed)
            }}
            onFile={(file) => void flow.readFile(file)}
          />
        ) : (
          <ImportPreview rows={rows} onLeaveOut={flow.leaveOutInvalid} onUseMinutes={flow.setMinutes} />
        )}
      </div>
    </Dialog>
  )
}

interface SourceProps {
  text: string
  onText: (text: string) => void
  onFile: (file: File) => void
}

function Source({ text, onText, onFile }: SourceProps) {
  return (
    <>
      <ImportFormat />
      <FileOrTextField
        label={t('CSV')}
        hint={t('Paste the text here, or drop a file.')}
        fileLabel={t('CSV file')}
        fileTypes={tableFileTypes}
        text={text}
        onText={onText}
        onFile={onFile}
      />
    </>
  )
}

export function ImportFormat() {
  return (
    <section aria-label={t('Format')} className="grid gap-3 text-small text-ink-2">
      <p>
        {t(
          'The first line names the columns. Put text with commas, quotation marks, or line breaks in quotation marks, as Excel, Google Sheets, and Numbers do.',
        )}
      </p>
      <dl className="grid gap-1.5">
        <Column name="Title">{t('or, without such a column, column G')}</Column>
        <Column name="Description">{t('or, without such a column, column B')}</Column>
        <Column name="video Url">
          {t('https://…, a YouTube link, or a path below /media/; required for a video')}
        </Column>
        <Column name="duration">
          {t(
            'whole minutes, up to {max}; 0 if empty. A silence lasts as long as its blocks, a live sitting 1 to {liveMax}.',
            { max: templateMinutesMax, liveMax: liveMinutesMax },
          )}
        </Column>
        <Column name="Kind">{t('video, silence or live; video if empty')}</Column>
        <Column name="Blocks">
          {t(
            'of a silence: 25 sit, 5 walk, 25 sit. A number in brackets says how often the bell rings at the change, such as 5 walk (2) or 10 stand (0); once without it.',
          )}
        </Column>
        <Column name="Live From">
          {t('of a live sitting: here, elsewhere, or the https address of a playlist; elsewhere if empty')}
        </Column>
        <Column name="Bell By">{t('of a live sitting: clock or teacher; clock if empty')}</Column>
        <Column name="Picture in Sharing">
          {t('of a live sitting: yes or no, whether the picture stays for the sharing; no if empty')}
        </Column>
        <Column name="Meeting Link">
          {t('https://…; where members meet, and where a live sitting elsewhere takes place')}
        </Column>
        <Column name="Keep the Tempo">{t('yes or no; no if empty')}</Column>
        <Column name="Instructor, Instructor Title, Thumbnail URL, Audio URL">{t('optional')}</Column>
      </dl>
      <p>
        {t('Every template is imported as Beginner, with the steps Preparation, Practice, and Integration.')}
      </p>
      <details>
        <Summary className="font-strong text-ink">{t('Sample')}</Summary>
        <div className="grid justify-items-start gap-3">
          <pre className="template-csv w-full">{sampleCsv()}</pre>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void copySample()}>
              <Copy aria-hidden className="size-4.5" strokeWidth={1.8} />
              {t('Copy sample')}
            </Button>
            <Button onClick={() => saveFile(new Blob([sampleCsv()], { type: 'text/csv' }), 'templates.csv')}>
              <Download aria-hidden className="size-4.5" strokeWidth={1.8} />
              {t('Download sample')}
            </Button>
          </div>
        </div>
      </details>
    </section>
  )
}

function Column({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-strong text-ink">{`${name}: `}</dt>
      <dd className="inline">{children}</dd>
    </div>
  )
}

async function copySample(): Promise<void> {
  if (await copyText(sampleCsv())) {
    toast({ title: t('Copied!'), description: t('The sample is on your clipboard.') })
  } else {
    toast({
      title: t('Not copied'),
      description: t('Please select the sample and copy it manually.'),
      variant: 'destructive',
    })
  }
}

interface ImportPreviewProps {
  rows: readonly CsvRow[]
  onLeaveOut: () => void
  /** Takes the measured minutes for the row with this number. */
  onUseMinutes: (number: number, minutes: number) => void
}

export function ImportPreview({ rows, onLeaveOut, onUseMinutes }: ImportPreviewProps) {
  const valid = rows.filter(isValidRow)
  const validCount = valid.length
  const videos = valid.flatMap(({ template }) => (template.videoUrl === '' ? [] : template.videoUrl))
  const { lengths, isChecking, check } = useVideoLengths()
  const summary = useRef<HTMLParagraphElement>(null)
  // Focuses the summary: the button that led here has become the import button.
  useEffect(() => summary.current?.focus(), [])
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status" className="text-ink-2 focus:outline-none">
        {importSummary(rows)}
      </p>
      {validCount > 0 && validCount < rows.length && (
        <Button
          className="justify-self-start"
          onClick={() => {
            // The button disappears.
            summary.current?.focus()
            onLeaveOut()
          }}
        >
          {t('{count, plural, one {Leave out that row} other {Leave out those rows}}', {
            count: rows.length - validCount,
          })}
        </Button>
      )}
      {videos.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button busy={isChecking} onClick={() => void check(videos)}>
            {t('Check the videos')}
          </Button>
          <p role="status" className="min-w-60 flex-1 text-small text-ink-2">
            {isChecking || lengths.size === 0
              ? t('Compares the minutes of each row with the length of its video.')
              : checkedSentence(lengths)}
          </p>
        </div>
      )}
      <table className="template-rows text-small">
        <thead className="text-ink-3">
          <tr>
            <th scope="col">{t('Row')}</th>
            <th scope="col">{t('Template')}</th>
            <th scope="col">{t('Valid')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.number}
              row={row}
              mediaSeconds={lengths.get(row.template.videoUrl) ?? null}
              onUseMinutes={(minutes) => onUseMinutes(row.number, minutes)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function checkedSentence(lengths: VideoLengths): string {
  const silent = [...lengths.values()].filter((seconds) => seconds === null).length
  if (silent === 0) return t('All videos have been checked.')
  return t('{count, plural, one {One video has no known length.} other {# videos have no known length.}}', {
    count: silent,
  })
}

interface RowProps {
  row: CsvRow
  /** Null while the video isn't measured. */
  mediaSeconds: number | null
  onUseMinutes: (minutes: number) => void
}

function Row({ row: { number, template, errors }, mediaSeconds, onUseMinutes }: RowProps) {
  const { title, duration, instructor, blocks, liveSource = null, meetingUrl = null } = template
  const minutes = Number.isNaN(duration) ? '?' : duration
  return (
    <tr>
      <th scope="row" className="font-normal text-ink-3 tabular-nums">
        {number}
      </th>
      <td>
        <span dir="auto" lang={contentLang(null)} className="font-strong">
          {title}
        </span>
        <span className="block text-ink-3">{t('{minutes} min · {instructor}', { minutes, instructor })}</span>
        {errors.length === 0 && blocks && (
          <span className="block text-ink-3">{t('Silence: {blocks}', { blocks: formatBlocks(blocks) })}</span>
        )}
        {errors.length === 0 && (liveSource ?? meetingUrl) !== null && (
          <span className="block wrap-anywhere text-ink-3">{placeLine({ liveSource, meetingUrl })}</span>
        )}
        {mediaSeconds !== null && <ProposedMinutes {...{ duration, mediaSeconds }} onUse={onUseMinutes} />}
      </td>
      <td>
        {errors.length === 0 ? (
          <span className="flex items-start gap-1.5 text-ink-2">
            <Check aria-hidden className="mt-0.75 size-4 flex-none" strokeWidth={2} />
            {t('Yes')}
          </span>
        ) : (
          <ul className="grid gap-1 text-danger">
            {errors.map((error) => (
              <li key={error} className="flex items-start gap-1.5">
                <CircleAlert aria-hidden className="mt-0.75 size-4 flex-none" strokeWidth={2} />
                <span className="min-w-0">{error}</span>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}
