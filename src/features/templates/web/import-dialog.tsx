// Import CSV dialog: format help, text or file, row preview, import (TPL-14).
import { FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { templatesPerImportMax } from '#shared/constants.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { ImportFormat } from './import-format.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useImport } from './use-import.ts'

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
  const areAllValid = rows?.every(({ errors }) => errors.length === 0) ?? false
  return (
    <Dialog
      open={open}
      size="lg"
      title="Import CSV"
      description={`Up to ${templatesPerImportMax} templates at once. If one row is invalid, none are imported.`}
      onOpenChange={() => !isImporting && onClose()}
      footer={
        rows === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              disabled={text.trim() === ''}
              busy={isParsing}
              onClick={() => void flow.preview()}
            >
              Preview Templates
            </Button>
          </>
        ) : (
          <>
            <Button disabled={isImporting} onClick={flow.back}>
              Back
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
              Import {rows.length} Templates
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
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
          <ImportPreview rows={rows} />
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
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <>
      <ImportFormat />
      <Field label="CSV" hint="Paste the text here, or drop a file." aside={<FileButton onFile={onFile} />}>
        <Textarea
          rows={8}
          spellCheck={false}
          autoComplete="off"
          className="template-drop"
          data-over={isOver ? '' : undefined}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes('Files')) return
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            if (event.dataTransfer.files.length > 0) drop(event)
          }}
        />
      </Field>
    </>
  )
}

const fileTypes = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Lets the user choose the same file again after fixing it.
    target.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-4.5" strokeWidth={1.8} />
        Choose a file
      </Button>
      <input ref={input} type="file" accept={fileTypes} hidden aria-label="CSV file" onChange={onChange} />
    </>
  )
}
