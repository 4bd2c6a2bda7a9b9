// The bell: rings at the beginning and at the end of a sitting, at the same moment on every page (PHASE-10).
import { useEffect } from 'react'
import { bellNames } from '#shared/community.ts'
import { pageCommunity } from '#web/community.ts'
import { createDeviceChoice, useDeviceChoice } from '#web/device-choice.ts'
import { createPageStore } from '#web/page-store.ts'
import { serverNow } from '#web/server-clock.ts'
import type { Sitting } from '../../sitting.ts'
import { isRungBySound, isRungByTeacher } from '../../stroke-judge.ts'
import { ringAt, type Bell } from './bell-sound.ts'
import { useRingerLock } from './ringer-lock.ts'
import { onSilenceChange, silenceOnPage } from './silence-on-page.ts'

/** A bell, or none. */
export type BellChoice = Bell | 'off'

const bellChoice = createDeviceChoice<BellChoice>('bell', bellNames, () => pageCommunity().bell)

/** Saves the choice on this device. */
export const setBellChoice = bellChoice.save

/** In place of the device's choice while this page is open: a hall's screen rings, and a seat beside it doesn't (HALL-04). */
export const pageBell = createPageStore<BellChoice | null>('screen', null)

/** The choice of this device; the community's until another one is made. */
export function useBellChoice(): BellChoice {
  const ofDevice = useDeviceChoice(bellChoice)
  return pageBell.use() ?? ofDevice
}

/** The bell that this browser has chosen; null for none. */
export function chosenBell(): Bell | null {
  const choice = pageBell.get() ?? bellChoice.read()
  return choice === 'off' ? null : choice
}

/** A teacher who rings the bells of a live sitting is heard here: the page's own is silent (STREAM-18). */
export const teacherBell = createPageStore<boolean>('screen', false)

/**
 * Rings for a seated member at the start and the end; of several tabs of a browser, one rings. Returns whether it is this
 * one.
 */
export function useBell(sitting: Sitting | null, isSeated: boolean): boolean {
  const isRinger = useRingerLock(isSeated && sitting !== null && !sitting.cancelled)
  // Each moment has its own effect: an end that a host moves doesn't ring or cut off the first bell.
  useRing(isRinger, sitting?.startsAt ?? 0)
  useRing(isRinger, sitting?.sharingAt ?? 0)
  return isRinger
}

function useRing(isRinger: boolean, atMs: number): void {
  useEffect(() => (isRinger ? ringStroke(atMs) : undefined), [isRinger, atMs])
}

/** Rings unless the sound of a silence or a teacher does (SEQ-04, STREAM-18); returns the function that cancels it. */
export function ringStroke(atMs: number): () => void {
  let isTeachers: boolean | null = null
  let isInSound = false
  let isCertain = false
  const bell = () => {
    const sound = silenceOnPage.get()?.read() ?? null
    isInSound = !isCertain && isRungBySound(atMs, serverNow(), sound, isInSound)
    isTeachers = isRungByTeacher(atMs, serverNow(), teacherBell.get(), isTeachers)
    return isInSound || isTeachers ? null : chosenBell()
  }
  return ringAt(atMs, bell, {
    onChange: (listener) => {
      const stops = [onSilenceChange(listener), teacherBell.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    onCertain: () => {
      isCertain = true
      silenceOnPage.get()?.yieldStroke(atMs)
    },
  })
}
