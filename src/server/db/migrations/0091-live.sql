-- A third kind: a teacher who speaks now, here or elsewhere; and where a sitting meets.
alter table meditation_templates
  drop constraint meditation_templates_kind_check,
  drop constraint "meditation_templates_play_one",
  add "liveSource" text,
  add "bellBy" text check ("bellBy" in ('clock', 'teacher')),
  add "meetingUrl" text,
  add constraint meditation_templates_kind_check check (kind in ('video', 'silence', 'live')),
  add constraint "meditation_templates_play_one" check (
    (kind = 'video') = ("videoUrl" <> '') and (kind = 'silence') = (blocks is not null)
    and (kind = 'live') = ("liveSource" is not null) and (kind = 'live') = ("bellBy" is not null)
  );
alter table schedules add "meetingUrl" text;
alter table sittings
  drop constraint sittings_kind_check,
  drop constraint "sittings_play_one",
  add "liveSource" text,
  add "bellBy" text check ("bellBy" in ('clock', 'teacher')),
  add "meetingUrl" text,
  add constraint sittings_kind_check check (kind in ('video', 'silence', 'live')),
  add constraint "sittings_play_one" check (
    (kind = 'video') = ("videoUrl" <> '') and (kind = 'silence') = (blocks is not null)
    and (kind = 'live') = ("liveSource" is not null) and (kind = 'live') = ("bellBy" is not null)
  );
