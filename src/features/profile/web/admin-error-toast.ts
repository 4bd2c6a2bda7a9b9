// Error toast for picture management.
import { adminMessages } from '#shared/admin-messages.ts'
import { toast } from '#web/toast-store.ts'

export function showAdminErrorToast(description: string): void {
  toast({ title: adminMessages.error, description, variant: 'destructive' })
}
