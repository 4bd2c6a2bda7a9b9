// The entry point of a hall's screen: a document of its own, without a session, a socket or a service worker (HALL-02).
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureI18n, type Language } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { startTheme } from '#web/theme.ts'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { loadCommunity } from './load-community.ts'

const HallScreen = lazyPart(
  async () => (await import('./hall/hall-screen.tsx')).HallScreen,
  FullScreenSpinner,
)

// Loaded before any code that uses dates; most browsers have Temporal.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const language = document.documentElement.lang as Language
configureI18n({ locale: () => language })
startTheme()
HallScreen.preload()
// The page brings it along.
await loadCommunity()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <HallScreen />
  </StrictMode>,
)
