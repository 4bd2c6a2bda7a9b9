// 'Use the sample': adds the meditation that ships with the product, with one press.
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { sampleTemplate } from '../../sample-template.ts'
import { useAddSample } from '../hooks/use-add-sample.ts'

export function UseSampleButton() {
  const { add, added } = useAddSample()
  return (
    <Button busy={added !== null} onClick={() => add(sampleTemplate())}>
      {t('Use the sample')}
    </Button>
  )
}
