-- A member in no list of the room is unlisted.

alter table users rename "sitsQuietly" to "isUnlisted";
