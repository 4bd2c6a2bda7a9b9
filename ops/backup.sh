#!/bin/sh
# Writes a backup with the day and time in its name into a folder, and keeps the newest ones:
#   ops/backup.sh /var/backups/stillwater 14
# With a number of hours behind it nothing is done while the newest is younger than that:
#   ops/backup.sh /backups 14 23
# It takes the same settings as the server (DATABASE_URL or DATA_DIR). Nothing is removed unless the new one is whole.
set -eu
folder=${1:?the folder of the backups}
keep=${2:-14}
hours=${3:-0}
cd "$(dirname "$0")/.."

umask 077
mkdir -p "$folder"
if [ "$hours" -gt 0 ] && find "$folder" -maxdepth 1 -name 'stillwater-*.backup' -mmin "-$((hours * 60))" | grep -q .; then
  exit 0
fi
# What was killed half-way; not one that is being written.
find "$folder" -maxdepth 1 -name 'stillwater-*.backup.part' -mmin +180 -exec rm -f {} +
file=$folder/stillwater-$(date -u +%Y-%m-%dT%H%M%SZ).backup
node dist/server/commands.js backup "$file"

# Their names sort by time.
for old in $(find "$folder" -maxdepth 1 -name 'stillwater-*.backup' | sort -r | tail -n +$((keep + 1))); do
  rm -f "$old"
done
