// The community as everyone sees it, visitors included: every page brings it along.
import * as z from 'zod/mini'
import { languages } from './i18n/t.ts'

/** New members: everyone, those with an invitation, or no one. */
export const joiningModes = ['open', 'invitation', 'closed'] as const
export type JoiningMode = (typeof joiningModes)[number]

export const communityLinkSchema = z.object({
  /** 'privacy' or 'terms' takes the place of the page of that name in the footer; 'legal-notice' is /legal-notice. */
  kind: z.string(),
  /** Empty for 'legal-notice', which has a name in each language. */
  label: z.string(),
  /** An https address; empty for 'legal-notice'. */
  url: z.string(),
})
export type CommunityLink = z.infer<typeof communityLinkSchema>

/** The bells; `off` is none. */
export const bellNames = ['bowl', 'chime', 'gong', 'off'] as const

export const communitySchema = z.object({
  /** Grows with every change of the settings. */
  version: z.int(),
  name: z.string(),
  /** The address of the logo. */
  logo: z.nullable(z.string()),
  /** From 0 to 359; null for the product's own colors. */
  hue: z.nullable(z.int()),
  /** The style sheet of the hue, for after `web/styles/tokens.css`; null without a hue. */
  accent: z.nullable(z.string()),
  /** The IANA time zone of today. */
  zone: z.string(),
  /** The eras of the zone, in the order of their days: each from its first day on. */
  zones: z.array(z.object({ fromDay: z.string(), zone: z.string() })),
  /** The language of the community's texts, and of viewers who have none of ours. */
  language: z.enum(languages),
  /** All that a viewer can have. */
  languages: z.array(z.string()),
  joining: z.enum(joiningModes),
  /** Plain text for visitors; may be empty. */
  welcome: z.string(),
  /** The viewer's, or null for `language`. */
  welcomeLanguage: z.nullable(z.enum(languages)),
  links: z.array(communityLinkSchema),
  /** Rings on devices that chose no other one. */
  bell: z.enum(bellNames),
  /** The present version of the terms, which a sign-up accepts. */
  termsVersion: z.int(),
  /** Whether /legal-notice names who is responsible. */
  hasLegalNotice: z.boolean(),
})
export type PublicCommunity = z.infer<typeof communitySchema>
