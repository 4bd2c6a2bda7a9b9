-- Reminders: a chosen time has its own clock, each kind has the time since which it is chosen, and an announced sitting
-- keeps the hour for which it was planned.

alter table reminder_choices
  drop constraint reminder_choices_times_check,
  alter column times type jsonb using to_jsonb(times);
-- [{ "time": "HH:MM", "zone": an IANA name, or null for the community's clock, whichever it is }]; null is all.
update reminder_choices set times = (
  select jsonb_agg(jsonb_build_object('time', time, 'zone', null)) from jsonb_array_elements_text(times) as time
) where times is not null;
alter table reminder_choices
  add check (jsonb_typeof(times) = 'array' and jsonb_array_length(times) > 0),
  add "tenMinutesChosenAt" timestamptz,
  add "dayBeforeChosenAt" timestamptz,
  add "changesChosenAt" timestamptz;
-- Null while the kind isn't chosen.
update reminder_choices set
  "tenMinutesChosenAt" = case when "tenMinutes" is not null then "chosenAt" end,
  "dayBeforeChosenAt" = case when "dayBefore" is not null then "chosenAt" end,
  "changesChosenAt" = case when changes <> '{}' then "chosenAt" end;
alter table reminder_choices
  add check (("tenMinutes" is null) = ("tenMinutesChosenAt" is null)),
  add check (("dayBefore" is null) = ("dayBeforeChosenAt" is null)),
  add check ((changes = '{}') = ("changesChosenAt" is null));

-- { "weekday", "time", "zone" } of its schedule, which may be deleted. Null: the bell by the community's clock.
alter table reminder_sittings add hour jsonb;

-- Jobs that wait: their hours were by the community's clock.
update jobs set payload = payload - 'weekdays' - 'times' || jsonb_build_object('hours', (
  select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'time', time, 'zone', null)), '[]')
  from rows from (
    jsonb_array_elements(payload -> 'weekdays'), jsonb_array_elements_text(payload -> 'times')
  ) as hours (weekday, time)
)) where kind = 'reminders' and payload ? 'weekdays';
