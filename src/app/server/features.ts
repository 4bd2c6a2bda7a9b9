// The features of the server: their member data, their kinds of activities, and their modules.
import { memberDataActivities } from '#features/account/activities.ts'
import { createAccountModule } from '#features/account/server/module.ts'
import type { ActivityKind } from '#features/activity/kinds.ts'
import { activityMemberData } from '#features/activity/server/member-data.ts'
import { createActivityModule } from '#features/activity/server/module.ts'
import { accountActivities } from '#features/auth/activities.ts'
import { signInMemberData } from '#features/auth/server/member-data.ts'
import { createAuthModule, type AuthModule, type AuthOptions } from '#features/auth/server/module.ts'
import type { JoinHooks } from '#features/auth/server/service.ts'
import { calendarMemberData } from '#features/calendar-feed/server/member-data.ts'
import { createCalendarFeedModule, type CalendarFeedModule } from '#features/calendar-feed/server/module.ts'
import { careMemberData } from '#features/care/server/member-data.ts'
import { careModule } from '#features/care/server/module.ts'
import { needsCareCard } from '#features/care/server/service.ts'
import { messageActivities, slowModeActivities } from '#features/chat/activities.ts'
import { chatMemberData } from '#features/chat/server/member-data.ts'
import { createChatModule } from '#features/chat/server/module.ts'
import { createMessagesOfToday } from '#features/chat/server/service.ts'
import { communityActivities } from '#features/community/activities.ts'
import { createCommunityModule } from '#features/community/server/module.ts'
import { publicCommunity } from '#features/community/server/service.ts'
import { energyMemberData } from '#features/energy/server/member-data.ts'
import { createEnergyModule } from '#features/energy/server/module.ts'
import { hallActivities } from '#features/halls/activities.ts'
import { createHallsModule, createHallsRoomFeature } from '#features/halls/server/module.ts'
import { hallLinksTable } from '#features/halls/server/tables.ts'
import { helpActivities } from '#features/help/activities.ts'
import { helpMemberData } from '#features/help/server/member-data.ts'
import { createHelpModule } from '#features/help/server/module.ts'
import { createHelpFeature } from '#features/help/server/room-help.ts'
import { historyModule } from '#features/history/server/module.ts'
import { hostActivities } from '#features/hosts/activities.ts'
import { hostsMemberData } from '#features/hosts/server/member-data.ts'
import { createHostsModule } from '#features/hosts/server/module.ts'
import { inviteBatchActivities } from '#features/invite-batches/activities.ts'
import { inviteBatchesMemberData } from '#features/invite-batches/server/member-data.ts'
import {
  createInviteBatchesModule,
  type InviteBatchesModule,
} from '#features/invite-batches/server/module.ts'
import { saveJoined } from '#features/invite-batches/server/service.ts'
import { inviteActivities } from '#features/invites/activities.ts'
import { createJoiningRule } from '#features/invites/server/joining.ts'
import { createInvitesModule } from '#features/invites/server/module.ts'
import { invitesTable } from '#features/invites/server/tables.ts'
import { legalActivities } from '#features/legal/activities.ts'
import { createLegalModule, type LegalModule } from '#features/legal/server/module.ts'
import { recordFirstAcceptance } from '#features/legal/server/service.ts'
import { termsAcceptancesTable } from '#features/legal/server/tables.ts'
import { createMailingsModule } from '#features/mailings/server/module.ts'
import { dailyMailsTable } from '#features/mailings/server/tables.ts'
import { meditationMemberData } from '#features/meditation/server/member-data.ts'
import { createMeditationModule } from '#features/meditation/server/module.ts'
import { firstCompletedAt } from '#features/meditation/server/service.ts'
import { memberActivities } from '#features/members/activities.ts'
import { membersModule } from '#features/members/server/module.ts'
import { addressBanActivities, banActivities, caseActivities } from '#features/moderation/activities.ts'
import { moderationMemberData } from '#features/moderation/server/member-data.ts'
import { createCasesModule, createModerationModule, removals } from '#features/moderation/server/module.ts'
import { newsActivities } from '#features/news/activities.ts'
import { createNewsModule } from '#features/news/server/module.ts'
import { newsReadTable, newsTable } from '#features/news/server/tables.ts'
import { createNotificationsModule, type NotificationsModule } from '#features/notifications/server/module.ts'
import { reminderChoicesTable, unsubscribeTokensTable } from '#features/notifications/server/tables.ts'
import { createPracticeModule } from '#features/practice/server/module.ts'
import { practiceTables } from '#features/practice/server/tables.ts'
import { pictureActivities } from '#features/profile/activities.ts'
import { createProfileModule, type ProfileModule } from '#features/profile/server/module.ts'
import { createPushModule } from '#features/push/server/module.ts'
import { pushSubscriptionsTable } from '#features/push/server/tables.ts'
import { referralActivities } from '#features/referrals/activities.ts'
import { referralsMemberData } from '#features/referrals/server/member-data.ts'
import { createReferralsModule } from '#features/referrals/server/module.ts'
import { welcomeMember } from '#features/referrals/server/service.ts'
import { reflectionsMemberData } from '#features/reflections/server/member-data.ts'
import { createReflectionsModule } from '#features/reflections/server/module.ts'
import { remindersMemberData } from '#features/reminders/server/member-data.ts'
import { createRemindersModule } from '#features/reminders/server/module.ts'
import { rhythmModule } from '#features/rhythm/server/module.ts'
import { rhythmSetting } from '#features/rhythm/server/service.ts'
import { rhythmTable } from '#features/rhythm/server/tables.ts'
import {
  createRoomsModule,
  type RoomsModule,
  type RoomsModuleOptions,
} from '#features/rooms/server/module.ts'
import { scheduleActivities } from '#features/schedules/activities.ts'
import { createSchedulesModule } from '#features/schedules/server/module.ts'
import { clearSilenceMinutes, resetSlots } from '#features/schedules/server/service.ts'
import { sittingActivities } from '#features/sittings/activities.ts'
import { roomOpensAt } from '#features/sittings/current-sitting.ts'
import { createSittingsModule } from '#features/sittings/server/module.ts'
import type { SittingsAround } from '#features/sittings/server/service.ts'
import { streamActivities } from '#features/streams/activities.ts'
import { streamsMemberData } from '#features/streams/server/member-data.ts'
import {
  createStreamsModule,
  type StreamsModule,
  type StreamsOptions,
} from '#features/streams/server/module.ts'
import { templateActivities } from '#features/templates/activities.ts'
import { createTemplatesModule } from '#features/templates/server/module.ts'
import { templateProposalsTable } from '#features/templates/server/tables.ts'
import { createThanksModule } from '#features/thanks/server/module.ts'
import { countThanksOf } from '#features/thanks/server/service.ts'
import { thanksTable } from '#features/thanks/server/tables.ts'
import { turnoutModule } from '#features/turnout/server/module.ts'
import { publishedTurnoutsOf } from '#features/turnout/server/service.ts'
import type { BannedAddresses, Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import type { MemberData } from '#server/member-data.ts'
import { addDays } from '#shared/day.ts'
import { roomOfDay } from '#shared/live/room-key.ts'

/** In the order in which an erasure deletes their rows. */
export const memberData: readonly MemberData[] = [
  signInMemberData,
  referralsMemberData,
  invitesTable,
  inviteBatchesMemberData,
  energyMemberData,
  reflectionsMemberData,
  careMemberData,
  ...practiceTables,
  templateProposalsTable,
  rhythmTable,
  termsAcceptancesTable,
  unsubscribeTokensTable,
  dailyMailsTable,
  meditationMemberData,
  chatMemberData,
  moderationMemberData,
  helpMemberData,
  hostsMemberData,
  hallLinksTable,
  streamsMemberData,
  thanksTable,
  pushSubscriptionsTable,
  calendarMemberData,
  reminderChoicesTable,
  remindersMemberData,
  newsReadTable,
  newsTable,
  activityMemberData,
]

/** The kinds of entries of the activity log, in the order of its filter. */
export const activityKinds: readonly ActivityKind[] = [
  accountActivities,
  banActivities,
  caseActivities,
  memberActivities,
  memberDataActivities,
  referralActivities,
  templateActivities,
  scheduleActivities,
  sittingActivities,
  hostActivities,
  hallActivities,
  streamActivities,
  pictureActivities,
  messageActivities,
  slowModeActivities,
  helpActivities,
  addressBanActivities,
  communityActivities,
  inviteActivities,
  inviteBatchActivities,
  legalActivities,
  newsActivities,
].flatMap((kinds) => Object.values<ActivityKind>(kinds))

/** Those that need no platform to be created. They build on the energy, schedules and what comes before them. */
const plainModules: readonly FeatureModule[] = [
  careModule,
  createPracticeModule({ rhythm: rhythmSetting }),
  historyModule,
  rhythmModule,
  turnoutModule,
]

type FeatureOptions = Omit<AuthOptions, 'joiningRule' | 'onMemberCreated'> &
  Omit<Parameters<typeof createProfileModule>[1], 'reauthenticate'> &
  Pick<RoomsModuleOptions, 'limiter' | 'enabledGuards'> &
  Parameters<typeof createSchedulesModule>[1] &
  StreamsOptions &
  Omit<Parameters<typeof createMailingsModule>[1], 'kinds' | 'outsideKinds'>

export interface Features {
  auth: AuthModule
  calendarFeed: CalendarFeedModule
  legal: LegalModule
  /** Those of links in mails that end them. */
  mailLinks: Pick<NotificationsModule, 'unsubscribe'> & Pick<InviteBatchesModule, 'refusals'>
  profile: ProfileModule
  rooms: RoomsModule
  streams: StreamsModule
  bannedAddresses: BannedAddresses
  /** All of them, each after those that it builds on. */
  modules: readonly FeatureModule[]
}

/**
 * Creates the module of every feature, each after those that it needs, and connects them where the features don't know
 * each other.
 */
export async function createFeatures(platform: Platform, options: FeatureOptions): Promise<Features> {
  const auth = await createAuthModule(platform, { ...options, ...createJoinHooks(platform) })
  const { reauthenticate, sessions } = auth
  const invites = createInvitesModule(platform)
  const profile = await createProfileModule(platform, { ...options, reauthenticate })
  const legal = await createLegalModule(platform, options)
  const sittings = await createSittingsModule(platform)
  const { roomDay, sittingOf, ofRoom, underWay } = sittings.around
  const messages = createMessagesOfToday(platform, roomDay)
  const moderation = await createModerationModule(platform, { messages })
  const { bannedAddresses } = moderation
  const meditation = createMeditationModule(platform, sittings)
  const { days, windows } = meditation
  const reflections = createReflectionsModule(platform, { ofRoom })
  const streams = createStreamsModule(platform, options)
  const chat = createChatModule(platform, { roomDay, removals })
  const thanks = createThanksModule(platform, { sittingOf, ofRoom })
  const roomFeatures = [chat, sittings, streams, reflections, thanks].map(roomFeatureOf)
  const rooms = createRoomsModule({
    ...options,
    platform,
    publicCommunity: () => publicCommunity(platform),
    sessions,
    bannedAddresses,
    features: [...roomFeatures, ...roomFeaturesAround(platform, sittings.around)],
    ...windows,
    roomDay,
    sittingOf,
    // Changes of the sitting have a message of their own.
    dailyMeditationOf: (day) => contentOfDay(platform, { days, sittings }, day),
  })
  const { channel } = rooms
  const cases = createCasesModule(platform, { channel, messageChanged: chat.messageChanged, roomDay })
  const isPresent = (day: string, userId: number) => channel.presence.isPresent(roomOfDay(day), userId)
  const push = await createPushModule(platform)
  const notifications = createNotificationsModule(platform)
  const calendarFeed = createCalendarFeedModule(platform)
  const reminders = createRemindersModule(platform, { ...options, push: push.sender, isPresent })
  const news = await createNewsModule(platform, { ...options, broadcast: channel.broadcast })
  const { mailings, inviteBatches } = createMailModules(platform, options, [reminders.mailing, news.mailing])
  const mailLinks = { unsubscribe: notifications.unsubscribe, refusals: inviteBatches.refusals }
  const modules = [
    createActivityModule(platform, { activityKinds }),
    auth,
    membersModule,
    moderation,
    sittings,
    streams,
    profile,
    createReferralsModule(platform, {
      firstCompletedAt,
      findCode: invites.findCode,
      findProposedName: inviteBatches.findProposedName,
    }),
    invites,
    createTemplatesModule(platform, { clearSilenceMinutes }),
    createCommunityModule({ pictures: profile.pictures, resetSlots }),
    legal,
    meditation,
    createSchedulesModule(platform, options),
    reflections,
    createEnergyModule(platform, { needsCareCard }),
    ...plainModules,
    rooms,
    chat,
    cases,
    createHelpModule(platform, { ...channel.presence, sittingUnderWay: underWay, isPresent }),
    createHallsModule(platform, channel),
    createHostsModule(platform, { isPresent, turnoutsOf: publishedTurnoutsOf, countThanksOf }),
    thanks,
    push,
    notifications,
    mailings,
    inviteBatches,
    calendarFeed,
    reminders,
    news,
    createAccountModule({ reauthenticate, memberData }),
  ]
  return { auth, calendarFeed, legal, mailLinks, profile, rooms, streams, bannedAddresses, modules }
}

/** Who may join, and what the features store about a new member. */
function createJoinHooks(platform: Platform): JoinHooks {
  return {
    joiningRule: createJoiningRule(platform),
    onMemberCreated: async (tx, member) => {
      await recordFirstAcceptance(tx, member)
      await saveJoined(tx, member)
      await welcomeMember(tx, platform.calendar.days(), member)
    },
  }
}

/** The bulk mail queue, and the lists whose mails it sends. */
function createMailModules(
  platform: Platform,
  options: FeatureOptions,
  kinds: Parameters<typeof createMailingsModule>[1]['kinds'],
) {
  const inviteBatches = createInviteBatchesModule(platform, { sendQueued: () => mailings.sendQueued() })
  const outsideKinds = [inviteBatches.mailing]
  const mailings = createMailingsModule(platform, { ...options, kinds, outsideKinds })
  return { mailings, inviteBatches }
}

/** Those whose module needs the rooms. */
const roomFeaturesAround = (platform: Platform, { sittingOf, underWay }: SittingsAround): RoomFeature[] => [
  createHallsRoomFeature(platform, { sittingOf }),
  createHelpFeature({ platform, sittingUnderWay: underWay }),
]

const roomFeatureOf = ({ roomFeature }: { roomFeature: RoomFeature }) => roomFeature

/** The meditations of a day with the places where it meets, and when the next day's room opens. */
async function contentOfDay(
  { calendar }: Platform,
  {
    days,
    sittings,
  }: Pick<ReturnType<typeof createMeditationModule>, 'days'> & {
    sittings: Pick<Awaited<ReturnType<typeof createSittingsModule>>, 'around'>
  },
  day: string,
) {
  const input = { days: calendar.days(), sittings: await sittings.around.read() }
  return [await days.readByPages(day), roomOpensAt(addDays(day, 1), input)]
}
