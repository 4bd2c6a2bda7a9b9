-- What members chose about their rhythm. A member without a row chose nothing.

create table rhythm_choices (
  "userId" integer primary key references users (id),
  "daysAWeek" smallint check ("daysAWeek" between 1 and 7),
  "hasStreak" boolean not null default false,
  "isShown" boolean not null default true
);
