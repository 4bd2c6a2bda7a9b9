// A field for the text of a file: pasted, or from a file that is chosen or dropped on it.
import { FileUp } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Field } from './field.tsx'
import { FileButton } from './file-button.tsx'
import { Textarea } from './input.tsx'

interface FileOrTextFieldProps {
  label: string
  hint: string
  error?: string | undefined
  /** The name of the button that chooses a file. */
  fileLabel: string
  /** As of `<input type="file">`. */
  fileTypes: string
  text: string
  placeholder?: string | undefined
  onText: (text: string) => void
  onFile: (file: File) => void
}

export function FileOrTextField(props: FileOrTextFieldProps) {
  const { label, hint, error, fileLabel, fileTypes, text, placeholder, onText, onFile } = props
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    setOver(false)
    onFile(file)
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      aside={
        <FileButton label={fileLabel} accept={fileTypes} onFiles={([file]) => onFile(file)}>
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
        placeholder={placeholder}
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
