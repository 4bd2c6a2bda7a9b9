// Where a table comes from: pasted, dropped or chosen. It is never a draft: it has other people's addresses.
import { FileUp } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { t } from '#shared/i18n/t.ts'
import { readTableFile } from '#web/table-file.ts'
import { Field } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Textarea } from '#web/ui/input.tsx'

interface TableSourceProps {
  label: string
  hint: string
  text: string
  error: string | null
  /** UTF-16 units. */
  maxChars: number
  onText: (text: string) => void
  onError: (error: string) => void
}

const fileTypes = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'
/** UTF-16 has two bytes a unit, and UTF-8 at most three. */
const bytesPerChar = 3

export function TableSource({ label, hint, text, error, maxChars, onText, onError }: TableSourceProps) {
  const [isOver, setOver] = useState(false)
  const readFile = async (file: File) => {
    if (file.size > maxChars * bytesPerChar) return onError(t('{name} is too large.', { name: file.name }))
    const { text: content, error: problem } = await readTableFile(file)
    if (problem === null) onText(content)
    else onError(problem)
  }
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    setOver(false)
    void readFile(file)
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={error ?? undefined}
      aside={
        <FileButton label={t('CSV file')} accept={fileTypes} onFiles={([file]) => void readFile(file)}>
          <FileUp aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Choose a file')}
        </FileButton>
      }
    >
      <Textarea
        rows={8}
        spellCheck={false}
        autoComplete="off"
        className={isOver ? 'outline-2 outline-focus outline-dashed' : undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      />
    </Field>
  )
}
