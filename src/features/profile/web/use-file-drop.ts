// Files dropped anywhere on the page, or pasted, while a dialog accepts them.
import { useEffect, useRef, useState } from 'react'

/** Returns whether files are being dragged over the page. */
export function useFileDrop(isEnabled: boolean, onFiles: (files: Iterable<File>) => void): boolean {
  const [isDragging, setDragging] = useState(false)
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
      setDragging(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false)
    }
    const onDrop = (event: DragEvent) => {
      event.preventDefault()
      setDragging(false)
      readFiles(event.dataTransfer)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', allowDrop, { signal })
    document.addEventListener('dragleave', onDragLeave, { signal })
    document.addEventListener('drop', onDrop, { signal })
    document.addEventListener('paste', (event) => readFiles(event.clipboardData), { signal })
    return () => {
      controller.abort()
      setDragging(false)
    }
  }, [isEnabled])
  return isDragging
}
