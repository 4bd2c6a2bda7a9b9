// The screen of a day without a meditation.
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { testCommunity } from '#test/web/community.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { emptyPreview } from '#test/web/preview.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setCommunity } from '#web/community.ts'
import { previewCalls } from '../../contract.ts'
import { NoMeditation } from './no-meditation.tsx'

test('[MED-40] [LANG-11] it names tomorrow’s title in the language of that', async () => {
  onTestFinished(() => setCommunity(testCommunity))
  setCommunity({ ...testCommunity, language: 'es' })
  const tomorrow = { title: 'Agua tranquila', language: null }
  startFakeServer().respond(previewCalls.preview, { ...emptyPreview, tomorrow })
  renderScreen(<NoMeditation date="Saturday, November 21" countdown={null} />)
  const title = await screen.findByText(tomorrow.title)
  expect(title.lang).toBe('es')
  expect(title.parentElement?.textContent).toBe('Tomorrow: Agua tranquila')
})
