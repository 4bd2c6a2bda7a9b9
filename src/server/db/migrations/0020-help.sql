-- Help: what a member asks of the moderators during a sitting, and their answers.

create table help_requests (
  id integer generated always as identity primary key,
  "scheduleId" integer references schedules (id) on delete set null,
  day date not null,
  "userId" integer not null references users (id),
  kind text not null check (kind in ('technical', 'care')),
  details jsonb,
  "createdAt" timestamptz not null,
  "takenBy" integer references users (id),
  "takenAt" timestamptz,
  "closedAt" timestamptz,
  unique ("scheduleId", "userId")
);
create index "help_requests_day" on help_requests (day);
create index "help_requests_userId" on help_requests ("userId");

create table help_messages (
  id integer generated always as identity primary key,
  "requestId" integer not null references help_requests (id) on delete cascade,
  "isAnswer" boolean not null,
  text text not null check (text <> '' and length(text) <= 500),
  "createdAt" timestamptz not null
);
create index "help_messages_requestId" on help_messages ("requestId");
