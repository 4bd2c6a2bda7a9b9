-- Notifications about sittings (docs/decisions/0089): what each member was notified of, in order. `reminders_sent` stays
-- for nodes of the release before, and is dropped by the next one.

create table sitting_notifications (
  -- Without a reference: a sitting may be deleted after its members were notified.
  "sittingId" integer not null,
  "userId" integer not null references users (id),
  channel text not null check (channel in ('push', 'mail')),
  -- Of a sitting, member and channel, from 1: what follows the same one can be claimed once.
  number integer not null check (number > 0),
  kind text not null check (
    kind in ('announced', 'day-before', 'ten-minutes', 'moved', 'cancelled', 'restored', 'started')
  ),
  bell timestamptz not null,
  -- Of the day before: the date of that evening.
  evening date,
  -- The zone of its times.
  zone text not null,
  -- Nothing was sent: the member was in the room.
  "isSilent" boolean not null default false,
  "claimedAt" timestamptz not null,
  -- Marked before its request. Null: a mail that waits, or a push that is tried again.
  "sentAt" timestamptz,
  -- Of a push: when it is tried again, how often it was, and the hashes of the devices that wait (hexadecimal); null for all.
  "retryAt" timestamptz,
  retries smallint not null default 0,
  "retryDevices" text[],
  primary key ("sittingId", "userId", channel, number)
);
create index "sitting_notifications_userId" on sitting_notifications ("userId");
create index "sitting_notifications_claimedAt" on sitting_notifications ("claimedAt");

alter table reminder_sittings
  -- Since when its bell and `cancelled` are as they are.
  add column since timestamptz not null default '1970-01-01',
  -- The community's zone then.
  add column zone text;

-- Of the sittings ahead: what the release before sent.
insert into sitting_notifications
  ("sittingId", "userId", channel, number, kind, bell, evening, zone, "isSilent", "claimedAt", "sentAt")
select "sittingId", "userId", via, row_number() over (partition by "sittingId", "userId", via order by "sentAt"),
  case when kind not like 'changed-%' then kind when cancelled then 'cancelled' else 'moved' end,
  bell, case kind when 'day-before' then ("sentAt" at time zone zone)::date end, zone, is_silent, "claimedAt", "sentAt"
from (
  select "sittingId", "userId", kind, bell, cancelled, "claimedAt", "sentAt", sent.channel = 'none' as is_silent,
    case when kind = 'changed-mail' or sent.channel = 'mail' then 'mail' else 'push' end as via,
    coalesce(choice.zone, era.zone) as zone
  from reminders_sent sent
  join reminder_sittings using ("sittingId")
  cross join (select zone from community_zones order by "fromDay" desc limit 1) era
  left join reminder_choices choice using ("userId")
  where "sentAt" is not null and bell > now() - interval '1 day'
) before;
