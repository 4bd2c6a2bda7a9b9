// How the share link leaves the page: by the device's own sheet, by the clipboard, or by hand.
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { appName } from '#web/app-name.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'

interface ShareActions {
  /** Opens the device's own sheet; where there is none, or where it fails, the link is copied (REF-09). */
  share: () => Promise<void>
  copy: () => Promise<void>
  /** How often the browser has kept its clipboard to itself: from the first time on, the link is to be copied by hand. */
  refusedCopies: number
}

export function useShareLink(link: string): ShareActions {
  const [refusedCopies, setRefusedCopies] = useState(0)
  const copy = async () => {
    const isCopied = await tryCopy(link)
    setRefusedCopies((count) => (isCopied ? 0 : count + 1))
    if (isCopied) toast(messages.linkCopied)
  }
  const share = async () => {
    if (!(await tryShare(link))) await copy()
  }
  return { share, copy, refusedCopies }
}

/** Its sheet was closed, which is an answer too, or is still open. */
const handledShareErrors: readonly string[] = ['AbortError', 'InvalidStateError']

/** Whether it was left to the person what becomes of the link. */
async function tryShare(url: string): Promise<boolean> {
  // Not every browser has it.
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
