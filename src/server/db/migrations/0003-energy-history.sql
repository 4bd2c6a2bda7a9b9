-- What an administrator had put in to look at (HIST-20): left out of every total, and never completing anything.

alter table mood_entries add column "isSample" boolean not null default false;
alter table meditation_sessions add column "isSample" boolean not null default false;
alter table meditation_sessions add constraint "meditation_sessions_sample_is_over"
  check (not "isSample" or (not "isOpen" and not completed));

-- A member's diary is read as a whole: its rows lie side by side in this, and scattered over years in the table. The
-- sessions keep their small index: a `duration` in it would make every heartbeat write to all indexes.
drop index "mood_entries_by_user";
create index "mood_entries_by_user" on mood_entries ("userId", "sessionDate", "createdAt", id)
  include ("emotionLevel", "moodType", notes, comment, "isSample");
