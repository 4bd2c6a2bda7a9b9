-- What a community sets for itself. Its name is filled in from APP_NAME at the first start.

alter table community_settings
  add name text not null default '' check (length(name) <= 60),
  add hue smallint check (hue between 0 and 359),
  add welcome text not null default '' check (length(welcome) <= 500),
  add links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  add joining text not null default 'open' check (joining in ('open', 'invitation', 'closed')),
  add bell text not null default 'bowl' check (bell in ('bowl', 'chime', 'gong', 'off')),
  add "chatDays" smallint not null default 90 check ("chatDays" between 30 and 90),
  add "newSchedules" jsonb not null default '{"scheduledTime": "00:00", "together": true, "doorsMinutes": 15, "gatherSeconds": 60, "bellSeconds": 8, "silenceMinutes": 0, "sharingMinutes": 15}',
  -- The fields of the last change as they were before it, for a day.
  add previous jsonb,
  add "changedAt" timestamptz;

-- A community that has schedules keeps to what it knows.
update community_settings set "newSchedules" = jsonb_set("newSchedules", '{together}', 'false')
  where exists (select from schedules);
