// Pagination of the member list.
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { pageCount, pageLabel, showingLabel } from '../member-labels.ts'

interface MembersPaginationProps {
  page: number
  total: number
  onPage: (page: number) => void
}

export function MembersPagination({ page, total, onPage }: MembersPaginationProps) {
  const last = pageCount(total)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const goTo = (target: number) => {
    isPressed.current = true
    onPage(target)
  }
  // At either end the pressed button becomes disabled, so the focus moves to the other button.
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    if (page === 1) next.current?.focus()
    else if (page === last) previous.current?.focus()
  }, [page, last])
  return (
    <nav
      aria-label="Pages"
      className="members-pages flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ink-3 tabular-nums"
    >
      <p className="flex-1">{showingLabel(page, total)}</p>
      <p>{pageLabel(page, total)}</p>
      <div className="flex w-full justify-between sm:w-auto">
        <Button variant="quiet" disabled={page === 1} onClick={() => goTo(1)}>
          First
        </Button>
        <Button ref={previous} variant="quiet" disabled={page === 1} onClick={() => goTo(page - 1)}>
          Previous
        </Button>
        <Button ref={next} variant="quiet" disabled={page === last} onClick={() => goTo(page + 1)}>
          Next
        </Button>
        <Button variant="quiet" disabled={page === last} onClick={() => goTo(last)}>
          Last
        </Button>
      </div>
    </nav>
  )
}
