// The gallery's entry point. It needs no server: every component gets its data here.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from '#web/theme.ts'
import { Toaster } from '#web/toast.tsx'
import './gallery.css'

// Loaded before any code that uses dates, as in the product.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
const { Gallery } = await import('./gallery.tsx')

startTheme()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <Gallery />
    <Toaster />
  </StrictMode>,
)
