// CSV format help, with a sample to copy.
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { templateMinutesMax } from '#shared/constants.ts'
import { toast } from '#web/toast-store.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { sampleCsv } from '../csv.ts'

export function ImportFormat() {
  return (
    <section aria-label="Format" className="grid gap-3 text-small text-ink-2">
      <p>
        The first line names the columns. Put text with commas, quotation marks, or line breaks in quotation
        marks, as Excel, Google Sheets, and Numbers do.
      </p>
      <dl className="grid gap-1.5">
        <Column name="Column B">the description</Column>
        <Column name="Column G">the title</Column>
        <Column name="video Url">
          https://…, a YouTube link, or a path below /media/; required in every row
        </Column>
        <Column name="duration">whole minutes, up to {templateMinutesMax}; 0 if empty</Column>
        <Column name="Instructor, Instructor Title, Thumbnail URL">optional</Column>
      </dl>
      <p>Every template is imported as Beginner, with the steps Preparation, Practice, and Integration.</p>
      <details>
        <summary className="min-h-11 content-center font-strong text-ink">Sample to copy</summary>
        <div className="grid justify-items-start gap-3">
          <pre className="template-csv w-full">{sampleCsv}</pre>
          <Button onClick={() => void copySample()}>
            <Copy aria-hidden className="size-4.5" strokeWidth={1.8} />
            Copy sample
          </Button>
        </div>
      </details>
    </section>
  )
}

function Column({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-strong text-ink">{name}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  )
}

async function copySample(): Promise<void> {
  try {
    await navigator.clipboard.writeText(sampleCsv)
    toast({ title: 'Copied!', description: 'The sample is on your clipboard.' })
  } catch (error) {
    logFailure('Copying the CSV sample failed.', error)
    toast({
      title: 'Not copied',
      description: 'Please select the sample and copy it manually.',
      variant: 'destructive',
    })
  }
}
