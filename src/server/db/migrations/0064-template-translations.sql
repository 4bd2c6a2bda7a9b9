-- Templates in further languages (docs/decisions/0087).

-- By language: { title, description, steps, captionsUrl }.
alter table meditation_templates add translations jsonb not null default '{}'
  check (translations - array['en', 'de', 'es', 'pt-BR'] = '{}')
  check (not jsonb_path_exists(translations, '$.* ? (!exists(@.title) || @.title == "")'));

-- The titles of an announced sitting in further languages.
alter table reminder_sittings add titles jsonb not null default '{}';
