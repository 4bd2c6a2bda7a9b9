// Where a table comes from: pasted, dropped or chosen. It is never a draft: it has other people's addresses.
import { t } from '#shared/i18n/t.ts'
import { readTableFile, tableFileTypes } from '#web/table-file.ts'
import { FileOrTextField } from '#web/ui/file-or-text-field.tsx'
import { useLatest } from '#web/use-latest.ts'

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

/** UTF-16 has two bytes a unit, and UTF-8 at most three. */
const bytesPerChar = 3

export function TableSource({ label, hint, text, error, maxChars, onText, onError }: TableSourceProps) {
  const begin = useLatest()
  const readFile = async (file: File) => {
    const isLast = begin()
    if (file.size > maxChars * bytesPerChar) return onError(t('{name} is too large.', { name: file.name }))
    const { text: content, error: problem } = await readTableFile(file)
    if (!isLast()) return
    if (problem === null) onText(content)
    else onError(problem)
  }
  return (
    <FileOrTextField
      label={label}
      hint={hint}
      error={error ?? undefined}
      fileLabel={t('CSV file')}
      fileTypes={tableFileTypes}
      text={text}
      onText={(typed) => {
        begin()
        onText(typed)
      }}
      onFile={(file) => void readFile(file)}
    />
  )
}
