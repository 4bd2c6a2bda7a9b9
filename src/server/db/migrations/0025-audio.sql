-- A template's audio for listening with the screen off; without it the video's file is played.

alter table meditation_templates add "audioUrl" text;

-- As "keptVideoUrl", and set together with it: null there means that the video had no audio of its own.
alter table schedules add "keptAudioUrl" text;
