// Toast store: at most one open toast, the newest; closed records are removed after a delay. [SHELL-18] [SHELL-19]
import { toastLimit, toastRemoveDelayMs } from '#shared/constants.ts'
import { onResetPage } from './reset-page.ts'
import { isMeditating, onMeditatingChange } from './visit-state.ts'

type ToastInput = {
  title: string
  description?: string
  /** `destructive` marks a failure; screen readers announce it at once. */
  variant?: 'plain' | 'destructive'
}

export type ToastRecord = {
  id: number
  title: string
  description: string | null
  variant: 'plain' | 'destructive'
  open: boolean
}

export type ToastStore = {
  /** Shows a toast in place of the previous one; returns its id. */
  add: (input: ToastInput) => number
  /** Closes a toast; its record is removed `toastRemoveDelayMs` later. */
  close: (id: number) => void
  /** Removes all toasts at once, and the one that waits. */
  clear: () => void
  /** The records, newest first. The same array until something changes. */
  records: () => readonly ToastRecord[]
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates an independent store. The application has one (`toastStore`); tests create their own. While everyone sits,
 * the newest toast waits for the end (PHASE-11).
 */
export function createToastStore(): ToastStore {
  let records: readonly ToastRecord[] = []
  let lastId = 0
  let waiting: ToastInput | null = null
  const listeners = new Set<() => void>()

  const replaceWith = (next: readonly ToastRecord[]) => {
    records = next
    for (const listener of listeners) listener()
  }

  const add = (input: ToastInput): number => {
    lastId += 1
    if (isMeditating()) {
      waiting = input
      return lastId
    }
    const { title, description = null, variant = 'plain' } = input
    replaceWith([{ id: lastId, title, description, variant, open: true }, ...records].slice(0, toastLimit))
    return lastId
  }
  onMeditatingChange(() => {
    if (isMeditating() || waiting === null) return
    add(waiting)
    waiting = null
  })

  return {
    add,
    close(id) {
      if (!records.some((record) => record.id === id && record.open)) return
      replaceWith(records.map((record) => (record.id === id ? { ...record, open: false } : record)))
      setTimeout(() => {
        if (!records.some((record) => record.id === id)) return
        replaceWith(records.filter((record) => record.id !== id))
      }, toastRemoveDelayMs)
    },
    clear() {
      waiting = null
      replaceWith([])
    },
    records: () => records,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const toastStore = createToastStore()
onResetPage(toastStore.clear)

/** Shows a toast, from anywhere: `toast({ title: 'Copied!', description: 'Referral link copied.' })`. */
export const toast = (input: ToastInput): number => toastStore.add(input)
