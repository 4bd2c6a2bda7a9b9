-- A case with a worry about its member is also decided by a kind message to them.
alter table moderation_cases drop constraint moderation_cases_action_check;
alter table moderation_cases add constraint moderation_cases_action_check
  check (action in ('support', 'none', 'remove', 'remind', 'mute', 'ban'));
alter table moderation_messages drop constraint moderation_messages_kind_check;
alter table moderation_messages add constraint moderation_messages_kind_check
  check (kind in ('supported', 'removed', 'reminded', 'muted', 'thanked', 'undone'));
