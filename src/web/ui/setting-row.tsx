// One row of settings: the subject at the left, its button at the right.
import type { ReactNode } from 'react'

interface SettingRowProps {
  title: string
  text: string
  children: ReactNode
}

export function SettingRow({ title, text, children }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
      <div className="grid min-w-0 gap-0.5">
        <h3 className="font-strong">{title}</h3>
        <p className="text-small text-ink-3">{text}</p>
      </div>
      {children}
    </div>
  )
}
