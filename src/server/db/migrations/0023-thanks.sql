-- Who thanked the room in the sharing of a sitting.

create table sitting_thanks (
  "scheduleId" integer not null references schedules (id) on delete cascade,
  "userId" integer not null references users (id),
  -- By the room clock. Thanks from before the sharing belong to an earlier sitting of the same schedule.
  "sentAt" timestamptz not null,
  primary key ("scheduleId", "userId") include ("sentAt")
);
create index "sitting_thanks_userId" on sitting_thanks ("userId");
create index "sitting_thanks_sentAt" on sitting_thanks ("sentAt");
