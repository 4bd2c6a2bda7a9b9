-- The last jump of an outside encoder's clock: stamps from this segment on are ahead by so many milliseconds more.
alter table streams
  add "jumpSeq" bigint,
  add "jumpMs" bigint,
  add constraint "streams_jump" check (("jumpSeq" is null) = ("jumpMs" is null));
