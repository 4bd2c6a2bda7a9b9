-- Who is in the room (REM-03): when a page of the visit was last visible, or its member had a seat, as its reports say.
-- Without an index, which each report would write.
alter table meditation_sessions add "visibleAt" timestamptz;
