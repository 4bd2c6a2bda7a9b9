// The words of an invitation by mail.
import { personalInviteDays } from '#shared/constants.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { mailSkies } from '#shared/scene/sky-picture.ts'

interface InviteMailInput {
  community: string
  /** The administrator; null once their account was deleted. */
  maker: string | null
  /** How the community has the address. */
  sentence: string
  /** The community's, in which administrators write. */
  sentenceLanguage: Language
  code: string
  /** Of the link that refuses further mails. */
  token: string
}

/** Who invites, how they have the address, one button, and the way to refuse. */
export function inviteMail({ community, maker, sentence, sentenceLanguage, code, token }: InviteMailInput) {
  return {
    subject: t('You’re invited'),
    title: t('Come and sit with us'),
    before: [
      maker === null
        ? t('{community} invites you: a community that meditates together, in one room.', { community })
        : t('{maker} invites you to {community}, a community that meditates together, in one room.', {
            maker,
            community,
          }),
      '\n\n',
      t('How they got your address:'),
      ' ',
      { text: sentence, language: sentenceLanguage },
    ],
    action: { label: t('Accept the invitation'), path: `/?invite=${code}` },
    after: t(
      'The link is for you alone: it works once, for {days, plural, one {# day} other {# days}}. You have no account until you make one. If you do nothing, your address is deleted after 90 days.',
      { days: personalInviteDays },
    ),
    footer: {
      text: t('You won’t get another invitation to {community} for 90 days, and none at all if you prefer:', {
        community,
      }),
      label: t('Don’t write to me again'),
      path: `/refuse/${token}`,
    },
    sky: mailSkies.morning,
  }
}
