-- The energy of a sitting: its entries, who counts in the room's answer, and the answer itself.

alter table mood_entries
  -- Only of entries made in its time: a Before until the bell, an After in the sharing.
  add "scheduleId" integer references schedules (id) on delete set null,
  -- Of an After: whether its pair counts in the room's answer.
  add "isCounted" boolean not null default false;
create index "mood_entries_of_sitting" on mood_entries ("scheduleId", "moodType") where "scheduleId" is not null;

drop index "mood_entries_by_user";
create index "mood_entries_by_user" on mood_entries ("userId", "sessionDate", "createdAt", id)
  include ("emotionLevel", "moodType", notes, comment, "isSample", "scheduleId", "isCounted");

-- An entry outlives its schedule; nothing else of it changes.
drop trigger "mood_entries_append_only" on mood_entries;
create trigger "mood_entries_append_only" before update of
  id, "userId", "sessionDate", "emotionLevel", "moodType", notes, comment, "createdAt", "isSample", "isCounted"
  on mood_entries for each row execute function refuse_change();

-- Whether a member counts in the room's answers; no row before the first choice.
create table counting_choices (
  "userId" integer primary key references users (id),
  "isCounted" boolean not null
);
