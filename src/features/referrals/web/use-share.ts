// How the share link leaves the page: by the device's own sheet, by the clipboard, or by hand.
import { useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { appName } from '#web/app-name.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'

interface Sharing {
  /** Opens the device's own sheet; where there is none, or where it fails, the link is copied (REF-09). */
  share: () => Promise<void>
  copy: () => Promise<void>
  /** The browser keeps its clipboard to itself: the link is to be copied by hand. */
  isByHand: boolean
}

export function useShare(link: string): Sharing {
  const [isByHand, setByHand] = useState(false)
  const isOpen = useRef(false)
  const copy = async () => {
    const isCopied = await copied(link)
    setByHand(!isCopied)
    if (isCopied) toast(messages.linkCopied)
  }
  const share = async () => {
    if (isOpen.current) return
    isOpen.current = true
    const isShared = await shared(link)
    isOpen.current = false
    if (!isShared) await copy()
  }
  return { share, copy, isByHand }
}

/** Whether it was left to the person what becomes of the link; closing the sheet is an answer too. */
async function shared(url: string): Promise<boolean> {
  // Not every browser has it.
  if (!('share' in navigator)) return false
  try {
    await navigator.share({ title: appName(), text: `Come and sit with me at ${appName()}.`, url })
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return true
    logFailure('The link could not be shared.', error)
    return false
  }
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    logFailure('The link could not be copied.', error)
    return false
  }
}
