// A link from a member's name to their row in the administrators' users tab.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function userLink({ id, name }: { id: number; name: string }): ReactNode {
  return (
    <Link
      to="/admin"
      search={{ selectedUser: String(id) }}
      hash="users"
      activeOptions={{ includeHash: true }}
      className="link"
    >
      {name}
    </Link>
  )
}
