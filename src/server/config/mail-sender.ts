// The sender of mails, from MAIL_FROM.
import * as z from 'zod/mini'
import { emailMaxChars } from '#shared/constants.ts'
import { emailSchema } from '#shared/text.ts'

const emailAddress = emailSchema(emailMaxChars)

/** The From address of mails. */
export interface MailSender {
  /** Null for the community's name. */
  name: string | null
  address: string
}

/** Parses an address such as `Stillwater <hello@example.org>`; null if it is invalid. */
export function parseMailSender(input: string): MailSender | null {
  const [, name = '', inBrackets] = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(input) ?? []
  const { data: address } = z.safeParse(emailAddress, inBrackets ?? input)
  return address === undefined ? null : { name: name === '' ? null : name, address }
}
