// A button that opens the browser's choice of files; the input behind it is hidden.
import { useRef, type ChangeEvent, type ComponentProps } from 'react'
import { Button } from './button.tsx'

type ChosenFiles = [File, ...File[]]

interface FileButtonProps extends ComponentProps<typeof Button> {
  /** Names the input. */
  label: string
  accept: string
  multiple?: boolean
  onFiles: (files: ChosenFiles) => void
}

export function FileButton({ label, accept, multiple, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [first, ...others] = target.files ?? []
    // Lets the same files be chosen again.
    target.value = ''
    if (first) onFiles([first, ...others])
  }
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input ref={input} type="file" hidden aria-label={label} onChange={choose} {...{ accept, multiple }} />
    </>
  )
}
