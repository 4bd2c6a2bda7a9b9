-- What is kept for a time only, and who clears it away (docs/decisions/0031).

-- When a job was begun last, on whichever node: the first to say so does it.
create table upkeep (
  job text primary key,
  "begunAt" timestamptz not null
);

-- A deleted message is blanked after a while, and goes with the others of its day.
alter table chat_messages drop constraint "chat_messages_message_check";
alter table chat_messages add constraint "chat_messages_message_check"
  check (length(message) <= 500 and (message <> '' or "deletedAt" is not null));
create index "chat_messages_deleted_by_day" on chat_messages ("sessionDate") where "deletedAt" is not null;

-- What stood in a line of activity about a person or an address, until it is emptied.
create index "activities_with_facts" on activities ("createdAt")
  where "targetType" in ('user', 'referral', 'ip-ban')
    and (label is not null or before is not null or after is not null);
