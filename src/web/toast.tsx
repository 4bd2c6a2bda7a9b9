// The toast mount point. The region itself is loaded with the first toast, or with the first press of its key.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { toastHotkey } from '#shared/constants.ts'
import { type ToastStore, toastStore } from './toast-store.ts'
import { importPart } from './use-lazy-import.ts'

type Loaded = {
  ToastViewport: ComponentType<{ store: ToastStore; focusAtOnce: boolean }>
  focusAtOnce: boolean
}

const loadViewport = () => import('./toast-viewport.tsx')

/** Mounted once, at the root. A failed load is retried with the next toast. [SHELL-18] [SHELL-20] */
export function Toaster({ store = toastStore }: { store?: ToastStore }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const newest = useSyncExternalStore(store.subscribe, () => store.records()[0]?.id)

  useEffect(() => {
    if (loaded) return
    const load = async (focusAtOnce: boolean) => {
      const module = await importPart(loadViewport).catch(() => null)
      // Flushes its effects at once: as soon as it's on screen it has the focus and handles its key.
      if (module) flushSync(() => setLoaded({ ToastViewport: module.ToastViewport, focusAtOnce }))
    }
    if (newest !== undefined) void load(false)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.code === toastHotkey) void load(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [loaded, newest])

  if (!loaded) return null
  // A portal into the body, so that its appearance shifts no layout around the Toaster.
  return createPortal(<loaded.ToastViewport store={store} focusAtOnce={loaded.focusAtOnce} />, document.body)
}
