-- The room's energy is one number for each sitting, and published once: its row never changes.

-- A row that waited for its first number is published by the new rule.
delete from sitting_reflections where not "isFinal" and pairs is null;
drop index "sitting_reflections_open";
-- Their checks go with the columns.
alter table sitting_reflections drop "isFinal", drop salt, drop steps, drop "publishedAt";
alter table sitting_reflections add constraint "sitting_reflections_number"
  check ((pairs is null) = ("changeTenths" is null));
create trigger "sitting_reflections_append_only" before update on sitting_reflections
  for each row execute function refuse_change();
