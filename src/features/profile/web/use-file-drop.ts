// Files dropped anywhere on the page, or pasted, while a dialog accepts them.
import { useEffect, useRef, useState } from 'react'

/** Returns whether files are being dragged over the page. */
export function useFileDrop(isAwaited: boolean, onFiles: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false)
  const heard = useRef(onFiles)
  useEffect(() => {
    heard.current = onFiles
  })
  useEffect(() => {
    if (!isAwaited) return
    const take = (transfer: DataTransfer | null) => {
      const files = Array.from(transfer?.files ?? [])
      if (files.length > 0) heard.current(files)
    }
    // Without this the browser would navigate to a file dropped outside the dialog.
    const hold = (event: DragEvent) => {
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
      take(event.dataTransfer)
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('dragover', hold, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', (event) => take(event.clipboardData), { signal })
    return () => {
      listening.abort()
      setOver(false)
    }
  }, [isAwaited])
  return isOver
}
