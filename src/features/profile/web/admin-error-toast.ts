// How what administrators do to pictures tells that it failed.
import { adminMessages } from '#shared/admin-messages.ts'
import { toast } from '#web/toast-store.ts'

export function showAdminErrorToast(description: string): void {
  toast({ title: adminMessages.error, description, variant: 'destructive' })
}
