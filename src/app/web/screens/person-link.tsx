// How administrators get from a person's name to their row in the users tab.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The name, as a link. */
export function personLink({ id, name }: { id: number; name: string }): ReactNode {
  return (
    <Link to="/admin" search={{ selectedUser: String(id) }} hash="users" className="link">
      {name}
    </Link>
  )
}
