-- Sittings: schedules that start together. The moments of a sitting follow from its row alone (timelineOf).

alter table meditation_templates
  add "mediaSeconds" numeric(8, 2) check ("mediaSeconds" > 0),
  add "keepsTempo" boolean not null default false;

alter table schedules
  add together boolean not null default false,
  add "doorsMinutes" integer not null default 15 check ("doorsMinutes" between 0 and 60),
  add "gatherSeconds" integer not null default 60 check ("gatherSeconds" between 0 and 600),
  add "bellSeconds" integer not null default 8 check ("bellSeconds" between 0 and 30),
  add "silenceMinutes" integer not null default 0 check ("silenceMinutes" between 0 and 180),
  add "sharingMinutes" integer not null default 15 check ("sharingMinutes" between 0 and 120),
  -- The start that a host chose with 'begin', in place of the date and "scheduledTime".
  add "begunFor" timestamptz,
  add "delaySeconds" integer not null default 0 check ("delaySeconds" >= 0),
  add "endedAt" timestamptz,
  add "cancelledAt" timestamptz,
  add "cancelNote" text check (length("cancelNote") <= 200),
  add "timelineVersion" integer not null default 1,
  -- The template's video as it was when the doors opened, if the template has changed since.
  add "keptVideoUrl" text,
  add "keptMediaSeconds" numeric(8, 2),
  -- From the doors to the end of the sharing; null unless the schedule is active and starts together.
  add span tstzrange,
  add constraint "schedules_sittings_overlap" exclude using gist (span with &&);
