// One provider of tooltips around all screens that have some, so that they know of each other. [SHELL-21]
import { Outlet } from '@tanstack/react-router'
import { TooltipProvider } from '#web/ui/tooltip.tsx'

export function WithTooltips() {
  return (
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  )
}
