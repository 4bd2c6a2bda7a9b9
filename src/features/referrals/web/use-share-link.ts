// Sharing the link: the native share sheet, the clipboard, or manual copying.
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { appName } from '#web/app-name.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'

interface ShareActions {
  /** Opens the native share sheet; copies the link when there is none or it fails (REF-09). */
  share: () => Promise<void>
  copy: () => Promise<void>
  /** Failed clipboard writes in a row; above 0 the page offers manual copying. */
  failedCopies: number
}

export function useShareLink(link: string): ShareActions {
  const [failedCopies, setFailedCopies] = useState(0)
  const copy = async () => {
    const isCopied = await tryCopy(link)
    setFailedCopies((count) => (isCopied ? 0 : count + 1))
    if (isCopied) toast(messages.linkCopied)
  }
  const share = async () => {
    if (!(await tryShare(link))) await copy()
  }
  return { share, copy, failedCopies }
}

/** The user closed the sheet, which is a choice too, or it is still open. */
const handledShareErrors: readonly string[] = ['AbortError', 'InvalidStateError']

/** Returns true if the share sheet handled the link. */
async function tryShare(url: string): Promise<boolean> {
  // Not every browser supports it.
  if (!('share' in navigator)) return false
  try {
    await navigator.share({ title: appName(), text: `Come and sit with me at ${appName()}.`, url })
    return true
  } catch (error) {
    if (error instanceof DOMException && handledShareErrors.includes(error.name)) return true
    logFailure('The link could not be shared.', error)
    return false
  }
}

async function tryCopy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    logFailure('The link could not be copied.', error)
    return false
  }
}
