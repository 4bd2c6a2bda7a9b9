#!/bin/sh
# Packages a live stream for pages: package.sh NAME FOLDER SERVER. nginx-rtmp starts it with each encoder, and ends it.
# After a restart the numbers go on (append_list), and every segment is stamped (program_date_time): pages need both.
name=$1 folder=$2 server=$3
case $name in '' | *[!A-Za-z0-9_-]*) exit 1 ;; esac
# Nothing stays of an earlier sitting.
find "$folder" -maxdepth 1 -type f -mmin +5 -delete
# Pages see it by as much later as ffmpeg listens first: picture and sound it waits for, their rate it needn't measure.
exec ffmpeg -nostdin -hide_banner -loglevel error -fpsprobesize 0 \
	-i "$server/$name" -c copy -f hls -hls_time 2 -hls_list_size 30 \
	-hls_flags append_list+program_date_time+delete_segments+temp_file \
	-hls_segment_filename "$folder/$name-%d.ts" "$folder/$name.m3u8"
