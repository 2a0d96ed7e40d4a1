#!/bin/bash
# Starts a replica: at the first start it copies the database, from then on it follows it.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # a copy that broke off is begun again
  find "$PGDATA" -mindepth 1 -delete
  PGPASSWORD=$(cat "$REPLICATION_PASSWORD_FILE")
  export PGPASSWORD
  pg_basebackup --host "$PRIMARY_HOST" --port "${PRIMARY_PORT:-5432}" --username replication \
    --pgdata "$PGDATA" --slot replica --wal-method stream --checkpoint fast --write-recovery-conf
  chmod 0700 "$PGDATA"
fi
exec postgres -c hot_standby=on "$@"
