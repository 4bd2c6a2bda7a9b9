-- The language of the community, and of each member who is known to have one (docs/decisions/0085).

alter table community_settings
  add language text not null default 'en' check (language in ('en', 'de', 'es', 'pt-BR'));

-- Null until a sign-in shows it; chosen in the settings.
alter table users add language text check (language in ('en', 'de', 'es', 'pt-BR'));
