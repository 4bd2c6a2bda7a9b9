-- The community's own texts in further languages (docs/decisions/0087).

-- By language: { welcome, careText }; an empty text counts as none.
alter table community_settings add translations jsonb not null default '{}'
  check (translations - array['en', 'de', 'es', 'pt-BR'] = '{}');

-- By language: the text of the page, in place of "text".
alter table legal_texts add translations jsonb not null default '{}'
  check (translations - array['en', 'de', 'es', 'pt-BR'] = '{}');
