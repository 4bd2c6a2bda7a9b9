-- What is kept for a time only, and who clears it away (docs/decisions/0031). Its indexes: 0012.

-- When a job was begun last, on whichever node: the first to say so does it.
create table upkeep (
  job text primary key,
  "begunAt" timestamptz not null
);

-- A deleted message is blanked after a while, and goes with the others of its day. Looked at row by row in 0012, where
-- nobody waits for that.
alter table chat_messages drop constraint "chat_messages_message_check";
alter table chat_messages add constraint "chat_messages_message_check"
  check (length(message) <= 500 and (message <> '' or "deletedAt" is not null)) not valid;
