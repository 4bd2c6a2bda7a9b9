// 'Silences to start from': adds one of the silences that ship with the product, with one press (SEQ-08).
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { Button } from '#web/ui/button.tsx'
import { sampleSilences } from '../../sample-silences.ts'
import { useAddSample } from '../hooks/use-add-sample.ts'

export function SampleSilences() {
  const heading = useId()
  const { add, added } = useAddSample()
  const silences = sampleSilences(useCommunity().name)
  return (
    <div role="group" aria-labelledby={heading} className="grid gap-2">
      <p id={heading} className="text-small text-ink-2">
        {t('Silences to start from')}
      </p>
      <div className="template-samples">
        {silences.map((silence) => (
          <Button
            key={silence.title}
            size="sm"
            busy={added?.title === silence.title}
            disabled={added !== null}
            onClick={() => add(silence)}
          >
            <Plus aria-hidden className="size-4" strokeWidth={1.8} />
            {silence.title}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Adds the shortest of them; looks like the links beside it. */
export function UseSilenceLink() {
  const { add, added } = useAddSample()
  const isAdding = added !== null
  const [silence] = sampleSilences(useCommunity().name)
  return (
    <button
      type="button"
      className="py-1 text-start underline pointer-coarse:py-2.5"
      aria-busy={isAdding}
      aria-disabled={isAdding}
      onClick={() => {
        if (!isAdding) add(silence)
      }}
    >
      {t('or sit in silence')}
    </button>
  )
}
