#!/bin/sh
# Writes a backup with a timestamp in its name to a folder, and keeps the newest ones:
#   ops/backup.sh FOLDER [KEEP] [HOURS], such as ops/backup.sh /var/backups/stillwater 14
# With HOURS it does nothing while the newest backup is younger than that:
#   ops/backup.sh /backups 14 23
# Reads the same settings as the server (DATABASE_URL or DATA_DIR). Deletes old backups only after the new one is complete.
set -eu
folder=${1:?the backup folder}
keep=${2:-14}
hours=${3:-0}
cd "$(dirname "$0")/.."

umask 077
mkdir -p "$folder"
if [ "$hours" -gt 0 ] && find "$folder" -maxdepth 1 -name 'stillwater-*.backup' -mmin "-$((hours * 60))" | grep -q .; then
  exit 0
fi
# Partial files of killed backups; recent ones may still be in progress.
find "$folder" -maxdepth 1 -name 'stillwater-*.backup.part' -mmin +180 -exec rm -f {} +
file=$folder/stillwater-$(date -u +%Y-%m-%dT%H%M%SZ).backup
node dist/server/commands.js backup "$file"

# The names sort by time.
for old in $(find "$folder" -maxdepth 1 -name 'stillwater-*.backup' | sort -r | tail -n +$((keep + 1))); do
  rm -f "$old"
done
