-- What 0010 left for later, since it takes its time in a large table: who reads goes on, who writes waits for a moment.

alter table chat_messages validate constraint "chat_messages_message_check";
create index "chat_messages_deleted_by_day" on chat_messages ("sessionDate") where "deletedAt" is not null;

-- What stood in a line of activity about a person or an address, until it is emptied.
create index "activities_with_facts" on activities ("createdAt")
  where "targetType" in ('user', 'referral', 'ip-ban')
    and (label is not null or before is not null or after is not null);

-- All of a person, also what is over: an erasure and an export ask for it.
create index "sessions_by_uid" on sessions (uid);
drop index "sessions_uid";
create index "referrals_by_referred" on referrals ("referredId");
