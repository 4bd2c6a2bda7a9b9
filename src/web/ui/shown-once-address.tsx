// A secret address that is shown once, since the server stores a hash; with a button that copies it.
import { useRef, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { copyText } from '../secure-context.ts'
import { toast } from '../toast-store.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface ShownOnceAddressProps {
  label: string
  url: string
  hint: string
  /** Of the button. */
  copy: string
  /** What to do with it, once it is copied. */
  copied: string
  /** Beside the button. */
  children?: ReactNode
}

export function ShownOnceAddress({ label, url, hint, copy, copied, children }: ShownOnceAddressProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const onCopy = async () => {
    const isCopied = await copyText(url)
    setRefused(!isCopied)
    if (isCopied) toast({ title: t('Copied!'), description: copied })
    else field.current?.focus()
  }
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <Field
          label={label}
          hint={
            isRefused
              ? t('Your browser didn’t let us copy it. It’s selected, so you can copy it yourself.')
              : hint
          }
        >
          <Input ref={field} readOnly value={url} dir="ltr" onFocus={(event) => event.target.select()} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void onCopy()}>
          {copy}
        </Button>
        {children}
      </div>
    </div>
  )
}
