// The toast after an action of an administrator failed.
import { adminMessages } from './i18n/admin-messages.ts'
import { toast } from './toast-store.ts'

export function showAdminErrorToast(description: string): void {
  toast({ title: adminMessages.error, description, variant: 'destructive' })
}
