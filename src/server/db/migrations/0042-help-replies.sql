-- Moderators reply to a request for help.

alter table help_messages rename "isAnswer" to "isReply";
