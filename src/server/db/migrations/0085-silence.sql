-- What a template and its sittings play: a video, or a silence in blocks. An older node reads a silence's address as ''.
alter table meditation_templates
  add kind text not null default 'video' check (kind in ('video', 'silence')),
  add blocks jsonb,
  add constraint "meditation_templates_play_one" check (
    (kind = 'video') = ("videoUrl" <> '') and (kind = 'silence') = (blocks is not null)
  );
alter table sittings
  add kind text not null default 'video' check (kind in ('video', 'silence')),
  add blocks jsonb,
  add constraint "sittings_play_one" check (
    (kind = 'video') = ("videoUrl" <> '') and (kind = 'silence') = (blocks is not null)
  );
