// A part of a screen that is loaded when it is first needed: a component of its own, with its preload.
import { useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { importPart, importWhenOnline, preloadInBackground } from './use-lazy-import.ts'

export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads it before it is drawn: on a pointer or focus, or when its moment comes near. */
  preload: () => void
  /** Loads it once the first screen has had the full bandwidth. */
  preloadInBackground: () => void
}

/**
 * A component that loads its part when it is drawn, and a dialog when it is drawn with `open`. `Placeholder` is drawn
 * until then, with the same props. A failed load is tried again when the part is next drawn or preloaded. React's
 * `lazy` isn't used: after a fallback React delays content that arrives within 300 ms. One that `isLater` loads in the
 * background when it is drawn, or at once by its `preload`.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props> | null = null,
  { isLater = false } = {},
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const preload = () => {
    loading ??= importPart(() => importWhenOnline(load)).then(
      (part) => {
        Loaded = part
        for (const listener of listeners) listener()
      },
      () => {
        loading = null
      },
    )
  }
  // If it fails there, `preload` reports it.
  const loadLater = () => void preloadInBackground(load).then(preload, preload)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function Part(props: Props) {
    const isLoaded = useSyncExternalStore(subscribe, () => Loaded !== null)
    const isClosed = 'open' in props && props.open === false
    useEffect(() => {
      if (!isClosed) (isLater ? loadLater : preload)()
    }, [isClosed])
    if (isLoaded && Loaded) return <Loaded {...props} />
    return Placeholder && <Placeholder {...props} />
  }
  return Object.assign(Part, {
    preload,
    preloadInBackground: () => void preloadInBackground(load).then(preload, () => undefined),
  })
}
