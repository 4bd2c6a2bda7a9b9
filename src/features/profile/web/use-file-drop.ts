// Files dropped anywhere on the page, or pasted, while a dialog accepts them.
import { useEffect, useRef, useState } from 'react'

/** Returns whether files are being dragged over the page. */
export function useFileDrop(isEnabled: boolean, onFiles: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false)
  const onFilesRef = useRef(onFiles)
  useEffect(() => {
    onFilesRef.current = onFiles
  })
  useEffect(() => {
    if (!isEnabled) return
    const readFiles = (transfer: DataTransfer | null) => {
      const files = Array.from(transfer?.files ?? [])
      if (files.length > 0) onFilesRef.current(files)
    }
    // Without this the browser would navigate to a file dropped outside the dialog.
    const allowDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      readFiles(event.dataTransfer)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', allowDrop, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', (event) => readFiles(event.clipboardData), { signal })
    return () => {
      controller.abort()
      setOver(false)
    }
  }, [isEnabled])
  return isOver
}
