-- When a zone was chosen; null for the first one that a new community gets.

alter table community_zones add "chosenAt" timestamptz;
