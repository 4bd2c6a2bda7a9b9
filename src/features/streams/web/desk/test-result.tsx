// The test of a desk, as the server received it.
import { t } from '#shared/i18n/t.ts'
import type { DeskTest } from './desk-state.ts'

export function TestResult({ test }: { test: DeskTest }) {
  return (
    <div className="grid max-w-120 gap-2">
      <p role="status" className={test.kind === 'failed' ? 'text-danger' : 'font-strong'}>
        {sentenceOf(test)}
      </p>
      {test.kind === 'received' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- ten seconds of the viewer's own voice
        <video
          controls
          playsInline
          src={test.url}
          aria-label={t('Your test')}
          className="aspect-video w-full rounded-panel bg-sunken"
        />
      )}
    </div>
  )
}

function sentenceOf({ kind }: DeskTest): string {
  switch (kind) {
    case 'loading':
      return t('The server is asked for what it received.')
    case 'received':
      return t('This is what the server received. Do you hear yourself?')
    case 'failed':
      return t('The server received nothing of your test. Check your connection, then test again.')
  }
}
