// What all screens for signed-in people share: one provider of tooltips. [SHELL-21]
import { Outlet } from '@tanstack/react-router'
import { TooltipProvider } from '#web/ui/tooltip.tsx'

export function Inside() {
  return (
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  )
}
