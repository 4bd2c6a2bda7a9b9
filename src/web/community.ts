// The community on this page: it comes with the page, and the live channel brings its changes.
import { useSyncExternalStore } from 'react'
import type { PublicCommunity } from '#shared/community.ts'
import { setZoneEras } from './community-days.ts'

let current: PublicCommunity | null = null
const listeners = new Set<() => void>()

/** Sets what the community is now; open screens follow. */
export function setCommunity(community: PublicCommunity): void {
  const before = current
  current = community
  setZoneEras(community.zones)
  // The first one is a style element of the page.
  if (before && before.accent !== community.accent) applyAccent(community.accent)
  for (const notify of listeners) notify()
}

/** The community as the server last sent it. */
export function pageCommunity(): PublicCommunity {
  if (!current) throw new Error('The community isn’t known yet.')
  return current
}

export function useCommunity(): PublicCommunity {
  return useSyncExternalStore(onCommunityChange, pageCommunity)
}

export function onCommunityChange(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

let accentSheet: CSSStyleSheet | null = null

/** In place of the page's own style: the content security policy allows no other inline style than that one. */
function applyAccent(accent: string | null): void {
  document.querySelector('#accent')?.remove()
  if (!accentSheet) {
    accentSheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(accentSheet)
  }
  accentSheet.replaceSync(accent ?? '')
}
