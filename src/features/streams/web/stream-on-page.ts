// The stream on this page: what the room around it must know, which loads before its player.
import { createPageStore } from '#web/page-store.ts'

export interface StreamOnPage {
  /** The picture has been seen in this sitting: it has covered the words below it. */
  wasSeen: boolean
  /** It has no stamps: the page plays it as it comes (STREAM-17). */
  isUnstamped: boolean
  /** Sound alone runs: the screen may switch off. */
  isListening: boolean
}

export const noStreamOnPage: StreamOnPage = { wasSeen: false, isUnstamped: false, isListening: false }

export const streamOnPage = createPageStore<StreamOnPage>('screen', noStreamOnPage)

/** Changes a part of it. */
export function setStreamOnPage(change: Partial<StreamOnPage>): void {
  streamOnPage.set({ ...streamOnPage.get(), ...change })
}
